import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import { z } from 'zod';
import type { Scope } from '../schema/core/caller/scopes.ts';
import type { Context } from '../schema/core/context.ts';
import { validWhere } from '../schema/trade/delivery/day-rules.ts';
import { type ErrorCode, AppError, fault, notFound } from '../schema/core/errors.ts';
import type { NounName } from '../schema/core/nouns.ts';
import { schema } from '../schema/index.ts';
import { type SecretKind, secretsIn } from '../schema/core/secret/secrets-in.ts';
import { valid } from '../schema/core/noun/valid.ts';
import type { Run } from './run.ts';
import { NOTHING, type SuccessBody, type Response, type Taken, type TakenInRows } from './shape.ts';
import { restPathOf } from '../schema/core/noun/names.ts';
import { isSequentialId, notAnId } from '../schema/core/noun/rules.ts';
import { scopeNeededBy } from '../schema/core/builder/denial.ts';
import { rootFieldsOf } from '../schema/core/list/selections.ts';
import { parameter } from './query.ts';

const VIEW = {
  view: parameter
    .pipe(z.literal('full', "must be 'full', or left out"))
    .optional()
    .meta({ description: '`full` adds the fields that are marked as optional in the response.' }),
};

/** At most the two ids of a path, from left to right. */
export type Ids = readonly [string, string];

/** A request whose query is valid. */
export interface RouteRequest {
  ids: Ids;
  query: object;
  /** The body as it arrived. */
  body: unknown;
}

/** Executes a valid request. @throws AppError */
type Execute = (run: Run, context: Context) => Promise<SuccessBody>;

/** An endpoint as data, for Express, the tests and the reference. */
export interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The path below the base path, in Express' notation. */
  path: string;
  /** The scope that a key needs; null where any key will do. */
  scope: Scope | null;
  /** The status of a success. */
  status: 200 | 201;
  /** The path of the list that the created record is in, for `Location`, unless it is the endpoint's own. */
  createdUnder: string | null;
  /** The name of the endpoint, such as `getDelivery`, and its description. */
  name: string;
  summary: string;
  description: string | null;
  /** The rules for ids in the path that are not record ids. */
  ids: z.ZodRawShape;
  query: z.ZodType;
  body: z.ZodType | null;
  /** The noun whose record the endpoint changes. Such endpoints support `If-Match`. */
  changes: NounName | null;
  /** Whether an empty body is treated as an empty object. */
  isBodyOptional: boolean;
  /** The kind of secret in a success, which must not be stored in plain text, nor shown to other keys. */
  holdsSecret: SecretKind | undefined;
  /** The schema of a success. */
  response: z.ZodObject;
  /** Error codes besides those that follow from the other properties. */
  errors: readonly ErrorCode[];
  /**
   * Validates a request, and returns what executes it.
   *
   * @throws AppError `validation_error`, or `not_found` for a path that no record can have
   */
  accept(request: RouteRequest, context: Context): Execute;
}

/** The input of a request, as GraphQL writes it. */
interface Input<Query, Body> {
  ids: Ids;
  query: Query;
  body: Body;
}

interface RouteDefinition<Query, Body, Data, Variables> extends Pick<
  Route,
  'method' | 'path' | 'name' | 'summary'
> {
  status?: 201;
  createdUnder?: string;
  description?: string;
  ids?: z.ZodRawShape;
  query?: Taken<Query>;
  body?: Taken<Body> | TakenInRows<Body>;
  changes?: NounName;
  isBodyOptional?: true;
  response: Response;
  errors?: ErrorCode[];
  operation: TypedDocumentNode<Data, Variables>;
  /**
   * Returns the operation's variables (default: `id` of the path, those of the query, the body as `input`).
   */
  variables?(input: Input<Query, Body>): Variables;
  /**
   * Returns what the response shows; null when the record does not exist (default: the operation's field).
   */
  output?(data: Data): unknown;
  /** Returns what the response shows (default: the output of the operation, which `execute` runs). */
  handle?(
    input: Input<Query, Body>,
    execute: (variables: Variables) => Promise<Data>,
    context: Context,
  ): Promise<unknown>;
  /** The names of fields in errors that REST writes otherwise than by the rule. */
  fieldNames?: Readonly<Record<string, string>>;
}

/** Declares an endpoint. Requests and responses are converted here, by the tables of their fields. */
export function route<Data extends object, Variables, Query = object, Body = undefined>(
  definition: RouteDefinition<Query, Body, Data, Variables>,
): Route {
  const { method, path, name, summary, operation, response, body } = definition;
  const others = (definition.query ?? NOTHING) as Taken<Query>;
  const query = response.hasFull ? withView(others) : others;
  const required = body && ('required' in body ? body.required : body.schema);
  const variablesOf = definition.variables ?? (standardVariables as (input: Input<Query, Body>) => Variables);
  const output = definition.output ?? onlyFieldOf;
  const handle = definition.handle ?? (async (input, execute) => output(await execute(variablesOf(input))));
  const record = recordAt(path, definition.ids, definition.fieldNames);
  return {
    method,
    path,
    scope: scopeOf(operation),
    name,
    summary,
    description: definition.description ?? null,
    ids: definition.ids ?? {},
    status: definition.status ?? 200,
    createdUnder: definition.createdUnder ?? null,
    query: query.schema,
    body: body?.schema ?? null,
    changes: definition.changes ?? null,
    isBodyOptional: definition.isBodyOptional ?? false,
    holdsSecret: secretsIn(schema, operation),
    response: z.strictObject({ status: z.literal('success'), ...response.shape }),
    errors: definition.errors ?? [],
    accept({ ids, query: asked, body: sent }, context) {
      const given = body && validWhere(context, () => valid(required!, sent));
      const input = { ids, query: query.toGraphQL(asked), body: body?.toGraphQL(given, context) as Body };
      if (record.isImpossible(ids)) throw record.missing(ids);
      const full = (asked as { view?: string }).view !== undefined;
      return async (run, inside) => {
        const execute = (variables: Variables) =>
          run(operation, { ...variables, full }, inside).catch((error) => {
            throw record.errorOf(error, ids);
          });
        const shown = await handle(input, execute, inside);
        if (shown == null) throw record.missing(ids);
        return response.toRest(shown, full);
      };
    },
  };
}

/**
 * Returns the scope that the root fields of an operation need; null if a key with any scope can execute it.
 *
 * @throws Error unless they all need the same one
 */
export function scopeOf(document: DocumentNode): Scope | null {
  const [scope, ...others] = new Set(rootFieldsOf({ schema, document }).values().map(scopeNeededBy));
  if (scope === null && others.length === 0) return null;
  if (!scope || /* guard: several-scopes */ others.length > 0)
    throw new Error('an endpoint needs exactly one scope');
  return scope;
}

/** Adds the parameter of endpoints that can show more than the documented minimum to their query. */
function withView<Variables>(query: Taken<Variables>): Taken<Variables> {
  const schema = query.schema as z.ZodObject;
  return { ...query, schema: schema.safeExtend(VIEW).meta(schema.meta() ?? {}) };
}

function standardVariables({ ids: [id], query, body }: Input<object, unknown>): unknown {
  return { id, ...query, input: body };
}

/** Returns the data of an operation's only field. */
function onlyFieldOf(data: object): unknown {
  for (const name in data) return Reflect.get(data, name);
  return undefined;
}

/** The record that a path names first, such as the webhook of `/webhooks/:webhook_id/deliveries`. */
interface PathRecord {
  /** Returns the error for a path that names no record of the account. */
  missing(ids: Ids): AppError;
  /** Returns whether a value in the path is one that no record has. */
  isImpossible(ids: Ids): boolean;
  /** Returns an error of the operation in the terms of the endpoint. */
  errorOf(error: unknown, ids: Ids): unknown;
}

/**
 * Returns the record that a path names.
 *
 * @param rules for parts of the path that are not record ids
 * @param fieldNames the names of fields in errors that REST writes otherwise than by the rule
 */
function recordAt(
  path: string,
  rules: z.ZodRawShape = {},
  fieldNames: Readonly<Record<string, string>> = {},
): PathRecord {
  // Created once, because polling scripts can cause thousands of them.
  const unknown = notFound(nounOf(path));
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const ruled = Object.entries(rules) as [string, z.ZodType][];

  function missing(ids: Ids): AppError {
    return isSequentialId(ids[0]) ? unlikeId(nounOf(path), ids[0]) : unknown;
  }

  return {
    missing,
    isImpossible: (ids) => ruled.some(([name, rule]) => !rule.safeParse(ids[names.indexOf(name)]).success),
    errorOf(error, ids) {
      if (!(error instanceof AppError)) return error;
      const { field } = error.faults[0]!;
      // The ids in the path are no fields of the request.
      if (error.code === 'not_found' && field === 'id') return missing(ids);
      if (error.code === 'not_found' && ruled.some(([name]) => name === field))
        return fault('not_found', error.message);
      return error.renamed((name) => fieldNames[name] ?? restPathOf(name));
    },
  };
}

/** Converts `/webhooks/:webhook_id/deliveries` to `webhook`. */
function nounOf(path: string): string {
  return /:(\w+)_id/.exec(path)?.[1]?.replaceAll('_', ' ') ?? 'record';
}

/** Returns the error for a record that a path names by the number that people know. */
function unlikeId(noun: string, id: string): AppError {
  return fault('not_found', `No ${noun} with this id in this account. ${notAnId(id)}`);
}
