import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { Scope } from '../schema/caller/scopes.ts';
import type { Context } from '../schema/context.ts';
import { validWhere } from '../schema/delivery/require-future.ts';
import { AppError, type ErrorCode, fault, notFound } from '../schema/errors.ts';
import type { NounName } from '../schema/nouns.ts';
import { schema } from '../schema/index.ts';
import { secretsIn } from '../schema/secret/secrets-in.ts';
import { isSequentialId, notAnId } from '../schema/noun/rules.ts';
import { valid } from '../schema/noun/valid.ts';
import { restPathOf } from '../schema/noun/names.ts';
import type { Run } from './run.ts';
import { NOTHING, type SuccessBody, type Response, type Taken } from './shape.ts';
import { VIEW_ALONE } from './view.ts';

/** At most the two ids of a path. */
export type Ids = readonly [string, string];

/** A request as it arrived, not yet validated. */
export interface RawRequest {
  /** The ids in the path, from left to right. */
  ids: Ids;
  query: unknown;
  body: unknown;
}

/** An endpoint as data: everything that Express, the tests and the reference need. */
export interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Relative to the base path, in Express' notation. */
  path: string;
  scope: Scope;
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
  /** The noun whose record it changes. Such endpoints support `If-Match`. */
  changes: NounName | null;
  /** Whether an empty body is treated as an empty object. */
  isBodyOptional: boolean;
  /** Whether a success contains a secret, which must not be stored in plain text, nor shown to other keys. */
  holdsSecret: boolean;
  /** The schema of a success. */
  response: z.ZodObject;
  /** Error codes besides those that follow from the other properties. */
  errors: readonly ErrorCode[];
  /**
   * Validates the request.
   *
   * @throws AppError `validation_error`
   */
  validate(request: RawRequest): unknown;
  /**
   * Validates and executes the request.
   *
   * @throws AppError
   */
  handle(request: RawRequest, run: Run, context: Context): Promise<SuccessBody>;
}

interface RouteDefinition<Query, Body, Data, Variables, All extends object> extends Pick<
  Route,
  'method' | 'path' | 'scope' | 'name' | 'summary'
> {
  status?: 201;
  createdUnder?: string;
  description?: string;
  ids?: z.ZodRawShape;
  query?: Taken<Query>;
  body?: Taken<Body>;
  changes?: NounName;
  isBodyOptional?: true;
  response: Response;
  errors?: ErrorCode[];
  operation: TypedDocumentNode<Data, Variables>;
  /** Returns the operation's variables (default: `id` of the path, those of the query, the body as `input`). */
  variables?(input: { ids: Ids; query: Query; body: Body }): Variables;
  /** Returns what the response shows; null when the record does not exist (default: the operation's field). */
  output?(data: Data): unknown;
  /** The names of fields in errors that REST writes otherwise than by the rule. */
  fieldNames?: Readonly<Record<string, string>>;
  /** The operation used when no filter and no page is given. */
  unpaged?: TypedDocumentNode<All, Record<string, never>>;
  /** The operations of `view=full`, with the fields that it adds; without them the endpoint has no such view. */
  full?: {
    operation: TypedDocumentNode<Data, Variables>;
    unpaged?: TypedDocumentNode<All, Record<string, never>>;
  };
}

/** Declares an endpoint. Requests and responses are converted here, by the tables of their fields. */
export function route<
  Data extends object,
  Variables,
  Query = object,
  Body = undefined,
  All extends object = never,
>(definition: RouteDefinition<Query, Body, Data, Variables, All>): Route {
  const { method, path, scope, name, summary, operation, response, full } = definition;
  const query = (definition.query ?? (full ? VIEW_ALONE : NOTHING)) as Taken<Query>;
  const { body } = definition;
  const variablesOf = definition.variables ?? standardVariables;
  const output = definition.output ?? onlyFieldOf;
  // Created once, because polling scripts can cause thousands of them.
  const noRecord = notFound(nounOf(path));
  const ids = Object.entries(definition.ids ?? {}) as [string, z.ZodType][];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const fieldOf = (field: string) => definition.fieldNames?.[field] ?? restPathOf(field);
  const noRecordAt = (ids: Ids) => (isSequentialId(ids[0]) ? unlikeId(nounOf(path), ids[0]) : noRecord);
  const validate = (request: RawRequest) => ({
    query: valid(query.schema, request.query, 'query parameter'),
    body: body && valid(body.schema, request.body),
  });
  return {
    method,
    path,
    scope,
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
    holdsSecret: secretsIn(schema, operation) !== undefined,
    response: z.strictObject({ status: z.literal('success'), ...response.shape }),
    errors: definition.errors ?? [],
    validate,
    async handle(request, run, context) {
      const input = validWhere(context, () => validate(request));
      const view =
        full && isFull(input.query) ? { ...full, toRest: response.toFull! } : { ...definition, ...response };
      if (view.unpaged && hasNoFilter(input.query)) {
        return view.toRest(onlyFieldOf(await run(view.unpaged, {}, context)));
      }
      // What the path names by a value that no record has.
      const isStrange = ids.some(([name, rule]) => !rule.safeParse(request.ids[names.indexOf(name)]).success);
      if (isStrange) throw noRecordAt(request.ids);
      const variables = variablesOf({
        ids: request.ids,
        query: query.toGraphQL(input.query),
        body: body?.toGraphQL(input.body) as Body,
      });
      const data = await run(view.operation, variables as Variables, context).catch((error) => {
        if (!(error instanceof AppError)) throw error;
        // The record that the path names is no field of the request.
        if (namesPath(error)) throw noRecordAt(request.ids);
        const isOfPath = error.code === 'not_found' && ids.some(([name]) => name === error.faults[0]!.field);
        throw isOfPath ? fault('not_found', error.message) : error.renamed(fieldOf);
      });
      const shown = output(data);
      if (shown == null) throw noRecordAt(request.ids);
      return view.toRest(shown);
    },
  };
}

function standardVariables({ ids: [id], query, body }: { ids: Ids; query: unknown; body: unknown }): unknown {
  return { id, ...(query as object), input: body };
}

/** Returns the data of an operation's only field. */
function onlyFieldOf(data: object): unknown {
  for (const name in data) return Reflect.get(data, name);
  return undefined;
}

function namesPath({ code, faults }: AppError): boolean {
  return code === 'not_found' && faults[0]!.field === 'id';
}

/** Converts `/webhooks/:webhook_id/deliveries` to `webhook`. */
function nounOf(path: string): string {
  return /:(\w+)_id/.exec(path)?.[1]?.replaceAll('_', ' ') ?? 'record';
}

/** Returns the error for a record that a path names by the number that people know. */
function unlikeId(noun: string, id: string): AppError {
  return fault('not_found', `No ${noun} with this id in this account. ${notAnId(id)}`);
}

function isFull(query: unknown): boolean {
  return (query as { view?: string }).view !== undefined;
}

function hasNoFilter(query: unknown): boolean {
  return Object.keys(query as object).every((name) => name === 'view');
}
