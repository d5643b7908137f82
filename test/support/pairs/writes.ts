import { getNamedType, isEnumType } from 'graphql';
import { schema } from '../../../src/schema/index.ts';
import { operationsOf } from '../graphql/from-graphql.ts';
import { SESSIONS_ROOTS, SIGNING_IN } from '../graphql/session-members.ts';

/** A mutation with the arguments by which it writes one record of the stage. */
export interface Write {
  name: string;
  query: string;
  /** The variables as JSON, with `:name_id` for the ids of the stage. */
  variables: string;
  by: 'key' | 'session';
  /** The records that it names; `:account` if it names none. */
  records: string[];
}

/** The deliveries of the stage, one in each state. */
const DELIVERIES = [':pending_id', ':delivery_id', ':arriving_id', ':received_id', ':completed_id'];

/** They need a code of this moment, or change who is asking: they have their own tests. */
const LEFT_OUT =
  /^(confirmSecondFactor|renewRecoveryCodes|stopSecondFactor(Of)?|signOut(Everywhere)?|changePassword|requestPasswordReset|resetPassword|acceptInvitation)$/;

const isIn = (roots: string[], name: string) => roots.includes(`Mutation.${name}`);

/** Returns every mutation of the schema, once for each delivery and each status that it could be about. */
export function writesOfSchema(): Write[] {
  const mutations = schema.getMutationType()!.getFields();
  const operations = operationsOf(schema).filter(({ query }) => query.startsWith('mutation'));
  return operations
    .filter(({ name }) => !LEFT_OUT.test(name) && !isIn(SIGNING_IN, name))
    .flatMap(({ name, query, variables }) => {
      const texts = targetsOf(JSON.stringify(variables));
      const status = mutations[name]!.args.find(({ type }) => getNamedType(type).name === 'DeliveryStatus');
      const type = status && getNamedType(status.type);
      const values = isEnumType(type) ? type.getValues().map((value) => value.name) : [undefined];
      const by: Write['by'] = isIn(SESSIONS_ROOTS, name) ? 'session' : 'key';
      return texts.flatMap((text) =>
        values.map((value) => {
          const variables = value ? JSON.stringify({ ...JSON.parse(text), status: value }) : text;
          return {
            name: [name, value, targetIn(text)].filter(Boolean).join(' '),
            query,
            variables,
            by,
            records: recordsIn(text),
          };
        }),
      );
    });
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
