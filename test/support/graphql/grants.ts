import {
  execute,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLError,
  type GraphQLField,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  subscribe,
} from 'graphql';
import type { Db } from '../../../src/database/connect.ts';
import type { AppError } from '../../../src/schema/core/errors.ts';
import type { Scope } from '../../../src/schema/core/caller/scopes.ts';
import type { Caller, Context } from '../../../src/schema/core/context.ts';
import { type Role, scopesOfRole } from '../../../src/schema/core/caller/roles.ts';
import type { Visit } from '../../../src/schema/core/caller/visit.ts';
import { contextFor } from '../service/context.ts';
import { operationOf } from './from-graphql.ts';

/** A field of an object type, except introspection. */
export interface Member {
  /** The name of the field, such as `Delivery.id`. */
  name: string;
  type: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
}

export function membersOf(schema: GraphQLSchema): Member[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, type, field })),
    );
}

const TOUCHED = 'the database was asked';

/** Throws on any access: a field that gets this far was granted. */
const database = new Proxy(
  {},
  {
    get: () => {
      throw new Error(TOUCHED);
    },
  },
);

/** A browser; the log of a refusal reads its address. */
const browser = new Proxy({} as Visit, {
  get(_visit, name) {
    if (name === 'address') return '127.0.0.1';
    throw new Error(TOUCHED);
  },
});

/** A signed-in owner. */
export const SESSION = Symbol('session');

/** The caller: a key with these scopes, the session of an owner or another person, or nobody. */
export type Asker = readonly Scope[] | typeof SESSION | Role | null;

/**
 * The error by which the field is denied to who asks, if it is. The field is asked of a schema
 * whose root holds its type, so that nothing stands between the caller and the field.
 */
export async function denial({ type, field }: Member, asker: Asker) {
  if (type.name === 'Subscription') return denialOfStream(field, type, asker);
  const isRoot = ['Query', 'Mutation'].includes(type.name);
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const { query, variables } = operationOf('query', field, selection);
  const schema = schemaOver(type, isRoot ? 'query' : 'held');
  const { errors } = await execute({
    schema,
    document: parse(isRoot ? query : query.replace(/\{/, '{ held {').concat(' }')),
    variableValues: variables,
    contextValue: contextOf(asker),
  });
  return denialIn(errors);
}

/** Permissions of a subscription are checked before the stream opens. */
async function denialOfStream(
  field: GraphQLField<unknown, unknown>,
  subscription: GraphQLObjectType,
  asker: Asker,
) {
  const { query, variables } = operationOf('subscription', field, '{ __typename }');
  const opened = await subscribe({
    schema: schemaOver(subscription, 'subscription'),
    document: parse(query),
    variableValues: variables,
    contextValue: contextOf(asker),
  });
  return 'errors' in opened ? denialIn(opened.errors) : undefined;
}

function denialIn(errors: readonly GraphQLError[] | undefined): AppError | undefined {
  return errors?.map((error) => error.originalError ?? error).find(isDenial) as AppError | undefined;
}

function isDenial(error: unknown): boolean {
  const code = (error as Partial<AppError>).code;
  return code === 'insufficient_scope' || code === 'unauthorized';
}

/**
 * Schemas by the type that they lead to: to collect all their types takes longer than to ask for one field.
 */
const schemas = new Map<GraphQLObjectType, GraphQLSchema>();

function schemaOver(type: GraphQLObjectType, as: 'query' | 'subscription' | 'held'): GraphQLSchema {
  const known = schemas.get(type);
  if (known) return known;
  const root = as === 'held' ? { query: holderOf(type) } : { [as]: type };
  const made = new GraphQLSchema({ ...root, assumeValid: true });
  schemas.set(type, made);
  return made;
}

function holderOf(type: GraphQLObjectType): GraphQLObjectType {
  return new GraphQLObjectType({ name: 'Holder', fields: { held: { type, resolve: () => ({}) } } });
}

function contextOf(asker: Asker): Context {
  const window = { limit: 1, remaining: 1, resetAt: 0 };
  const usage = { hour: window, minute: window };
  const visit = asker !== null && !Array.isArray(asker) ? browser : undefined;
  return { ...contextFor(callerOf(asker), database as Db), http: { usage, visit } };
}

function callerOf(asker: Asker): Caller | null {
  const account = { accountId: 1n, plan: 'free' } as const;
  const role = asker === SESSION ? 'owner' : asker;
  if (typeof role === 'string') {
    return { ...account, sessionId: 1n, personId: 1n, role, scopes: scopesOfRole(role) };
  }
  return role && { ...account, keyId: 1n, scopes: new Set(role) };
}

/** Returns the scopes that a type or a field declares. */
export function authScopesOf({ extensions }: { extensions: object }): object | undefined {
  return (extensions as { pothosOptions?: { authScopes?: object } }).pothosOptions?.authScopes;
}

/** Returns the message for a missing scope. */
export function lacking(scope: Scope): string {
  return `This API key lacks the scope ${scope}`;
}
