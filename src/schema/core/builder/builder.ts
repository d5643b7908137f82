import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin, { type AuthFailure, AuthScopeFailureType } from '@pothos/plugin-scope-auth';
import { COMPILED_EXECUTION } from '@provender/compiled-execution/pothos';
import type PrismaTypes from '../../../generated/pothos.ts';
import { getDatamodel } from '../../../generated/pothos.ts';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client.ts';
import type { Permission } from '../caller/scopes.ts';
import type { Resource } from '../nouns.ts';
import { AUDIT } from '../audit/audited-mutations.ts';
import type { Context } from '../context.ts';
import { isManager, isReader, type Managed } from '../caller/roles.ts';
import { readableEvents } from '../event/events.ts';
import { COST } from './costs.ts';
import { denial } from './denial.ts';
import { DESCRIBE } from './describe.ts';
import { NULLABLE_MUTATIONS } from './nullable-mutations.ts';
import { CalendarDate, Decimal, Timestamp } from './scalars.ts';

export { type Bounds, requireBounds, ResultTooLarge } from '@provender/compiled-execution';

/**
 * The builder of the schema: Pothos with its plugins for scopes and Prisma, our options `audit`, `cost` and
 * `listSize`, and the plugin of compiled execution. A resolver that reads records is declared by
 * `t.fieldWithSelection`:
 *
 *     delivery: t.fieldWithSelection({
 *       type: Delivery,
 *       resolve: (selection, _root, { id }, context) =>
 *         context.db.delivery.findUnique({ ...selection, ...byId(context, id) }),
 *     })
 *
 * The selection is what `t.prismaField` would pass as `query`: the columns and relations that the operation
 * selects. Plans compute it once per document. With `paths`, such as `[['nodes'], ['edges', 'node']]`, it is
 * that of the records below the field. Relations are `t.relation`, and fields of one record `t.expose` or a
 * `select`, as in Pothos' manual.
 */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: {
    /** Any caller, or none; returns at most the caller's own data. */
    public: boolean;
    /** Any valid key or session. */
    caller: boolean;
    /** Any valid key, or a session whose role reads records. */
    account: boolean;
    /** A session of the web page; no key has this permission. */
    session: boolean;
    /** A session whose role reads records. */
    reader: boolean;
    /** A session of a person whose role manages the account or its keys. */
    manager: Managed;
    /** A key, for its own requests, or a session whose role manages keys, for the requests of all keys. */
    requestLog: boolean;
    /** A key, whatever its scopes; no session has this permission. */
    apiKey: boolean;
    scope: Permission;
    /** The read or the write scope of a resource: a key that may only write can still read what it wrote. */
    resource: Resource;
    /** The scope to read deliveries, or that of drivers to read stops. */
    stopReader: boolean;
    /** The read scope of any resource that events are about. */
    events: boolean;
  };
  Scalars: {
    ID: { Input: string; Output: bigint | string };
    Date: { Input: string; Output: Date };
    DateTime: { Input: string; Output: Date };
    /** Decimals of records are texts, decimals of figures are objects. */
    Decimal: { Input: number; Output: Prisma.Decimal | string };
    JSON: { Input: never; Output: unknown };
  };
}>({
  // The first plugin runs first: a field without permission is neither read nor audited.
  plugins: [ScopeAuthPlugin, AUDIT, COST, DESCRIBE, NULLABLE_MUTATIONS, PrismaPlugin, COMPILED_EXECUTION],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.db as PrismaClient,
    dmmf: getDatamodel(),
  },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: scopesOf,
    unauthorizedError: (_parent, context, _info, { failure }) =>
      denial(context, ...missingPermission(failure)),
  },
});

/** Returns the permissions of the caller, by the kinds of scopes above. */
export function scopesOf({ caller }: Context) {
  return {
    public: true,
    caller: caller !== null,
    account: caller !== null && (caller.role === undefined || isReader(caller.role)),
    session: caller?.sessionId !== undefined,
    reader: caller?.role !== undefined && isReader(caller.role),
    manager: (what: Managed) => isManager(caller?.role, what),
    requestLog: caller !== null && (caller.sessionId === undefined || isManager(caller.role, 'keys')),
    apiKey: caller?.keyId !== undefined,
    scope: (scope: Permission) => caller?.scopes.has(scope) ?? false,
    resource: (resource: Resource) =>
      (caller?.scopes.has(`${resource}:read`) || caller?.scopes.has(`${resource}:write`)) ?? false,
    stopReader: caller !== null && (caller.scopes.has('deliveries:read') || caller.scopes.has('stops:read')),
    events: caller !== null && readableEvents(caller.scopes).length > 0,
  };
}

/** The types of the builder, as Pothos infers them. */
export type PothosTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/** Returns the first required permission that the caller lacks. */
function missingPermission(failure: AuthFailure): [name: string, parameter: unknown] {
  if ('failures' in failure) return missingPermission(failure.failures[0]!);
  if (failure.kind !== AuthScopeFailureType.AuthScope) throw new Error('a scope rule of an unknown kind');
  return [failure.scope, failure.parameter];
}

builder.addScalarType('Date', CalendarDate);
builder.addScalarType('DateTime', Timestamp);
builder.addScalarType('Decimal', Decimal);

builder.queryType({
  description: 'Read operations. A record that does not exist, or belongs to another account, is null.',
});
builder.mutationType({
  description: 'Write operations. Several in one request are executed one after the other.',
});
builder.subscriptionType({ description: 'Streams over server-sent events.' });
