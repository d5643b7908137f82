import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { sessionOf } from '../../../src/graphql/session-changes.ts';
import { schema } from '../../../src/schema/index.ts';
import { operationsOf } from '../../support/graphql/from-graphql.ts';
import { SESSIONS_ROOTS, SIGNING_IN } from '../../support/graphql/session-members.ts';

/** A mutation with the arguments by which it writes one record of the stage. */
export interface Write {
  name: string;
  query: string;
  /** The variables as JSON, with `:name_id` for the ids of the stage. */
  variables: string;
  by: 'key' | 'session';
  /** Whether it takes an `Idempotency-Key`. */
  isRepeatable: boolean;
  /** The records that it names; `:account` if it names none. */
  records: string[];
}

/** The deliveries of the stage, one in each state. */
const DELIVERIES = [
  ':pending_id',
  ':delivery_id',
  ':arriving_id',
  ':received_id',
  ':disputed_id',
  ':completed_id',
];

/** Mutations with their own tests: they need a code of this moment, or change who is signed in. */
const LEFT_OUT =
  /^(confirmSecondFactor|renewRecoveryCodes|stopSecondFactor(Of)?|signOut(Everywhere)?|changePassword|requestPasswordReset|resetPassword|acceptInvitation)$/;

const isIn = (roots: string[], name: string) => roots.includes(`Mutation.${name}`);

/**
 * Returns every mutation of the schema, once for each delivery, status and part of its input that it could be
 * about.
 */
export function writesOfSchema(): Write[] {
  const operations = operationsOf(schema).filter(({ query }) => query.startsWith('mutation'));
  return operations
    .filter(({ name }) => !LEFT_OUT.test(name) && !isIn(SIGNING_IN, name))
    .flatMap(({ name, query, variables }) => {
      const field = schema.getMutationType()!.getFields()[name]!;
      const { args } = field;
      const isRepeatable = sessionOf(field) === undefined;
      const by: Write['by'] = isIn(SESSIONS_ROOTS, name) ? 'session' : 'key';
      return targetsOf(JSON.stringify(variables)).flatMap((text) =>
        [...statusesOf(args, JSON.parse(text)), ...partsOf(args, JSON.parse(text))].map(([what, given]) => ({
          name: [name, what, targetIn(text)].filter(Boolean).join(' '),
          query,
          variables: JSON.stringify(given),
          by,
          isRepeatable,
          records: recordsIn(text),
        })),
      );
    });
}

type Variables = Record<string, unknown>;
type Arguments = readonly GraphQLArgument[];

/** Returns the variables with each status, or as they are. */
function statusesOf(args: Arguments, variables: Variables): [what: string, Variables][] {
  const type = args.map((arg) => getNamedType(arg.type)).find(({ name }) => name === 'DeliveryStatus');
  if (!isEnumType(type)) return [['', variables]];
  return type.getValues().map(({ name }) => [name, { ...variables, status: name }]);
}

/** Returns the variables with every other optional field of the input: what is left out must be kept. */
function partsOf(args: Arguments, variables: Variables): [what: string, Variables][] {
  const type = getNullableType(args.find(({ name }) => name === 'input')?.type);
  if (!isInputObjectType(type)) return [];
  const optional = Object.values(type.getFields()).filter((field) => !isRequiredInputField(field));
  if (optional.length < 2) return [];
  return [0, 1].map((half): [string, Variables] => {
    const names = new Set(optional.filter((_, at) => at % 2 === half).map(({ name }) => name));
    return [`half ${half}`, { ...variables, input: required(type, variables.input, names) }];
  });
}

/** Returns the value with the required fields of its type, and with these. */
function required(type: GraphQLInputType, value: unknown, others = new Set<string>()): unknown {
  if (isNonNullType(type)) return required(type.ofType, value, others);
  if (isListType(type))
    return Array.isArray(value) ? value.map((each) => required(type.ofType, each)) : value;
  if (!isInputObjectType(type) || value == null) return value;
  const fields = Object.values(type.getFields()).filter(
    (field) => isRequiredInputField(field) || others.has(field.name),
  );
  return Object.fromEntries(
    fields.map((field) => [field.name, required(field.type, (value as Variables)[field.name])]),
  );
}

function targetsOf(text: string): string[] {
  const target = DELIVERIES.find((each) => text.includes(each));
  return target ? DELIVERIES.map((each) => text.replaceAll(target, each)) : [text];
}

function targetIn(text: string): string | undefined {
  return DELIVERIES.find((each) => text.includes(each));
}

/** A delivery is written, and the records of its lines are only read. */
function recordsIn(text: string): string[] {
  const named = [...new Set(text.match(/:\w+_id\b/g))];
  const delivery = targetIn(text);
  if (delivery) return [delivery];
  return named.length > 0 ? named : [':account'];
}

/** Returns the same write with other texts, so that it is seen which of two came last. */
export function otherTexts(write: Write): Write {
  return {
    ...write,
    name: `another ${write.name}`,
    variables: write.variables.replaceAll('"text"', '"another text"').replaceAll('someone@', 'another@'),
  };
}
