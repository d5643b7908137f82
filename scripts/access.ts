import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isObjectType,
} from 'graphql';
import { SCOPES } from '../src/schema/core/caller/scopes.ts';
import { scopesOf } from '../src/schema/core/builder/builder.ts';
import type { Caller, Context } from '../src/schema/core/context.ts';
import { ROLES, scopesOfRole } from '../src/schema/core/caller/roles.ts';

type AnyField = GraphQLField<unknown, unknown>;

/** The options of Pothos that decide who may use a type or a field, and which mutations are audited. */
interface Options {
  authScopes?: Record<string, unknown>;
  audit?: { done?: string; left?: string; failed?: string };
}

const account = { accountId: 1n, plan: 'free' } as const;

/** The record that a root field's `id` names, where the field does not return that record. */
const NAMED: Record<string, string> = {
  'Mutation.changeOccurrence': 'StandingOrder',
  'Mutation.createTourFromTemplate': 'TourTemplate',
  'Mutation.deleteTour': 'Tour',
  'Mutation.deleteTourTemplate': 'TourTemplate',
  'Mutation.deleteWebhook': 'Webhook',
  'Mutation.endSession': 'Session',
  'Mutation.recoverWebhookMessages': 'Webhook',
  'Mutation.removePerson': 'Person',
  'Mutation.restoreOccurrence': 'StandingOrder',
  'Mutation.revokeApiKey': 'ApiKey',
  'Mutation.revokeInvitation': 'Invitation',
  'Mutation.skipOccurrence': 'StandingOrder',
  'Mutation.stopSecondFactorOf': 'Person',
};

/** The callers of each kind, each with all scopes that it can have. */
const ASKERS: Record<string, Caller | null> = {
  anyone: null,
  key: { ...account, keyId: 1n, scopes: new Set(SCOPES) },
  ...Object.fromEntries(
    ROLES.map((role): [string, Caller] => [
      role,
      { ...account, sessionId: 1n, personId: 1n, role, scopes: scopesOfRole(role) },
    ]),
  ),
};

/**
 * Returns a text with a line for each root field, type, and field with a rule of its own: what it needs, who
 * has that, and of a root field what it returns, the record that its `id` names, and what is audited. A
 * reviewer reads its diff, and tests compare requests with it.
 *
 * @throws Error for a field that nothing guards, or whose `id` names no record
 */
export function accessOf(schema: GraphQLSchema): string {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (root) => root != null,
  );
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => !type.name.startsWith('__') && !roots.includes(type));
  const records = types.filter((type) => 'id' in type.getFields()).map(({ name }) => name);
  const ofRoots = membersOf(roots).map(([name, field]) => [name, rootOf(name, field, records)] as const);
  const ofTypes = types.flatMap((type) => {
    const own = optionsOf(type).authScopes;
    return own ? [[type.name, guardOf(own)] as const] : [];
  });
  const ofFields = membersOf(types).flatMap(([name, field]) => {
    const own = optionsOf(field).authScopes;
    return own ? [[name, guardOf(own)] as const] : [];
  });
  requireGuards(types);
  return [
    '# Who may use what, written by npm run generate from the scopes of the schema. A changed line is a changed permission.',
    table('The root fields', ofRoots),
    table('What all fields of a type need', ofTypes),
    table('The fields that need something in addition to their type', ofFields),
  ].join('\n');
}

function membersOf(types: readonly GraphQLObjectType[]): [name: string, field: AnyField][] {
  return types.flatMap((type) =>
    Object.values(type.getFields()).map((field): [string, AnyField] => [`${type.name}.${field.name}`, field]),
  );
}

function optionsOf({ extensions }: { extensions: object }): Options {
  return (extensions as { pothosOptions?: Options }).pothosOptions ?? {};
}

function requireGuards(types: readonly GraphQLObjectType[]): void {
  for (const type of types) {
    if (optionsOf(type).authScopes) continue;
    const open = Object.values(type.getFields()).find((field) => !optionsOf(field).authScopes);
    if (open) throw new Error(`${type.name}.${open.name} needs authScopes, or its type does`);
  }
}

function rootOf(name: string, field: AnyField, records: readonly string[]): Record<string, unknown> {
  const { authScopes, audit } = optionsOf(field);
  if (!authScopes) throw new Error(`${name} needs authScopes`);
  return {
    ...guardOf(authScopes),
    ...outputOf(field.type),
    ...(field.args.some((arg) => arg.name === 'id') && { id: recordOf(name, field, records) }),
    ...(audit?.done !== undefined && { audit: audit.done }),
    ...(audit?.left !== undefined && { audit: audit.left }),
    ...(audit?.failed !== undefined && { refused: audit.failed }),
  };
}

/** Returns the permissions of which one is enough, and the kinds of callers that have one. */
function guardOf(authScopes: Record<string, unknown>): Record<string, unknown> {
  const needs = Object.entries(authScopes).map(([kind, value]) =>
    value === true ? kind : `${kind} ${String(value)}`,
  );
  const granted = Object.entries(ASKERS).filter(([, caller]) => {
    const scopes = scopesOf({ caller } as Context) as Record<string, unknown>;
    return Object.entries(authScopes).some(([kind, value]) => {
      const has = scopes[kind];
      return typeof has === 'function' ? (has as (parameter: unknown) => boolean)(value) : has === value;
    });
  });
  return { needs: needs.join(' or '), for: granted.map(([asker]) => asker) };
}

function outputOf(type: GraphQLOutputType): Record<string, unknown> {
  const { name } = getNamedType(type);
  if (isListType(getNullableType(type))) return { gives: 'list', of: name };
  for (const kind of ['Connection', 'Page']) {
    if (name.endsWith(kind)) return { gives: kind.toLowerCase(), of: name.slice(0, -kind.length) };
  }
  return { gives: 'one', of: name };
}

/** Returns the record that the `id` of a root field names: by default the one that it returns. */
function recordOf(name: string, { type }: AnyField, records: readonly string[]): string {
  const output = getNamedType(type).name;
  const returned = records.filter((record) => output.startsWith(record));
  const found = NAMED[name] ?? returned.toSorted((one, other) => other.length - one.length)[0];
  if (found === undefined) throw new Error(`NAMED lacks the record whose id ${name} takes`);
  return found;
}

function table(what: string, lines: (readonly [string, Record<string, unknown>])[]): string {
  const rows = lines
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { needs, for: askers, ...others }]) => [
      name,
      String(needs),
      (askers as string[]).join(' '),
      ...Object.entries(others).map(([key, value]) => `${key}=${String(value)}`),
    ]);
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const text = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `\n## ${what}\n\n${text.join('\n')}\n`;
}
