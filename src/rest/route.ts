import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { Scope } from '../schema/api-key/scopes.ts';
import type { Context } from '../schema/context.ts';
import { AppError, type ErrorCode, fault } from '../schema/errors.ts';
import type { RecordKind } from '../schema/hold-record.ts';
import { valid } from '../schema/valid.ts';
import type { Pagination } from './pagination.ts';
import type { Run } from './run.ts';

/** What a success carries besides its status. */
export interface Payload {
  data: unknown;
  pagination?: Pagination;
}

/** As many as the path has. */
type Ids = readonly [string, string];

/** A request as it arrived, not yet validated. */
export interface RawRequest {
  /** The ids in the path, from left to right. */
  ids: Ids;
  query: unknown;
  body: unknown;
}

/** One endpoint as data: all that Express, the tests and the reference need to know of it. */
export interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Below the base path, in Express' notation. */
  path: string;
  scope: Scope;
  /** Of a success. */
  status: 200 | 201;
  /** What the endpoint is called, such as `getDelivery`, and what it does. */
  name: string;
  summary: string;
  description: string | null;
  /** Of the ids in the path that are not a record's number. */
  ids: z.ZodRawShape;
  query: z.ZodType;
  body: z.ZodType | null;
  /** What it changes: with `If-Match`, only if nobody else has changed it since. */
  changes: RecordKind | null;
  /** Whether no body at all stands for an empty object. */
  isBodyOptional: boolean;
  /** Whether a success shows a secret, which must not be stored in plain text. */
  holdsSecret: boolean;
  /** The whole body of a success. */
  response: z.ZodObject;
  /** Codes of refusals, besides those that follow from the rest. */
  errors: readonly ErrorCode[];
  operations: readonly TypedDocumentNode<unknown, never>[];
  /** Validates the request. @throws AppError `validation_error` */
  validate(request: RawRequest): unknown;
  /** Validates the request and answers it. @throws AppError */
  answer(request: RawRequest, run: Run, context: Context): Promise<Payload>;
}

interface Definition<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends { data: z.ZodType; pagination?: z.ZodType },
  Data,
  Variables,
  All,
> extends Pick<Route, 'method' | 'path' | 'scope' | 'name' | 'summary'> {
  status?: 201;
  description?: string;
  ids?: z.ZodRawShape;
  query?: Query;
  body?: Body;
  changes?: RecordKind;
  isBodyOptional?: true;
  holdsSecret?: true;
  response: Response;
  errors?: ErrorCode[];
  operation: TypedDocumentNode<Data, Variables>;
  variables(input: { ids: Ids; query: z.output<Query>; body: z.output<Body> }): Variables;
  /** What the operation's data looks like over REST; null when there is no such record. */
  output(data: Data): z.output<z.ZodObject<Response>> | null;
  /** What answers in place of these when neither `page` nor `per_page` is given. */
  unpaged?: {
    operation: TypedDocumentNode<All, Record<string, never>>;
    output(data: All): z.output<z.ZodObject<Response>>;
  };
  /** Input names that differ between the doors, GraphQL's to REST's. */
  fields?: Record<string, string>;
}

const NO_QUERY = z.strictObject({});

/** Declares an endpoint; operation, variables and output are checked against each other by type. */
export function route<
  Data,
  Variables,
  Response extends { data: z.ZodType; pagination?: z.ZodType },
  Query extends z.ZodType = typeof NO_QUERY,
  Body extends z.ZodType = z.ZodUndefined,
  All = never,
>(definition: Definition<Query, Body, Response, Data, Variables, All>): Route {
  const { method, path, scope, name, summary, operation, variables, output, unpaged } = definition;
  const query = definition.query ?? NO_QUERY;
  const body = definition.body ?? null;
  // Scripts that look whether something is there yet cause these by the thousand: each is made once.
  const noRecord = fault('not_found', `No ${nounOf(path)} with this id in this account`);
  const validate = (request: RawRequest) => ({
    ids: request.ids,
    query: valid(query, request.query, 'query parameter') as z.output<Query>,
    body: (body ? valid(body, request.body) : undefined) as z.output<Body>,
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
    query,
    body,
    changes: definition.changes ?? null,
    isBodyOptional: definition.isBodyOptional ?? false,
    holdsSecret: definition.holdsSecret ?? false,
    response: z.strictObject({ status: z.literal('success'), ...definition.response }),
    errors: definition.errors ?? [],
    operations: [operation, ...(unpaged ? [unpaged.operation] : [])],
    validate,
    async answer(request, run, context) {
      const input = validate(request);
      if (unpaged && isUnpaged(input.query)) {
        return unpaged.output(await run(unpaged.operation, {}, context)) as Payload;
      }
      const data = await run(operation, variables(input), context).catch((error) => {
        throw error instanceof AppError ? renameFields(error, definition.fields ?? {}) : error;
      });
      const payload = output(data);
      if (!payload) throw noRecord;
      return payload as Payload;
    },
  };
}

/** `/webhooks/:webhook_id/deliveries` → `webhook`. */
function nounOf(path: string): string {
  return /:(\w+)_id/.exec(path)?.[1] ?? 'record';
}

function isUnpaged(query: unknown): boolean {
  const { page, per_page } = query as { page?: number; per_page?: number };
  return page === undefined && per_page === undefined;
}

/** `products[1].productId` → `products[1].product_id`. */
function renameFields(error: AppError, names: Record<string, string>): AppError {
  const rename = (name: string) =>
    names[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const faults = error.faults.map((fault) => ({
    ...fault,
    message: fault.field ? fault.message.replace(fault.field, fieldOf(fault.field)) : fault.message,
    field: fault.field && fieldOf(fault.field),
  }));
  function fieldOf(path: string): string {
    return path.replace(/[A-Za-z]+/g, rename);
  }
  return new AppError(...(faults as [(typeof faults)[0]]));
}
