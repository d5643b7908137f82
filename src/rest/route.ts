import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { Scope } from '../schema/api-key/scopes.ts';
import type { Context } from '../schema/context.ts';
import { AppError, type ErrorCode, notFound } from '../schema/errors.ts';
import type { RecordKind } from '../schema/lock-record.ts';
import { schema } from '../schema/index.ts';
import { secretsIn } from '../schema/secret/secrets-in.ts';
import { valid } from '../schema/valid.ts';
import type { Pagination } from './pagination.ts';
import type { Run } from './run.ts';

/** The content of a successful response, besides its status. */
export interface Payload {
  data: unknown;
  pagination?: Pagination;
}

/** At most the two ids of a path. */
type Ids = readonly [string, string];

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
  /** The name of the endpoint, such as `getDelivery`, and its description. */
  name: string;
  summary: string;
  description: string | null;
  /** The rules for ids in the path that are not record ids. */
  ids: z.ZodRawShape;
  query: z.ZodType;
  body: z.ZodType | null;
  /** The kind of record it changes. Such endpoints support `If-Match`. */
  changes: RecordKind | null;
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
  handle(request: RawRequest, run: Run, context: Context): Promise<Payload>;
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
  response: Response;
  errors?: ErrorCode[];
  operation: TypedDocumentNode<Data, Variables>;
  variables(input: { ids: Ids; query: z.output<Query>; body: z.output<Body> }): Variables;
  /** Converts the operation's data to REST's format; null when the record does not exist. */
  output(data: Data): z.output<z.ZodObject<Response>> | null;
  /** The operation and output used when neither `page` nor `per_page` is given. */
  unpaged?: {
    operation: TypedDocumentNode<All, Record<string, never>>;
    output(data: All): z.output<z.ZodObject<Response>>;
  };
  /** GraphQL input names that differ in REST, mapped to REST's names. */
  fields?: Record<string, string>;
}

const NO_QUERY = z.strictObject({});

/** Declares an endpoint; types check its operation, variables and output against each other. */
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
  // Created once, because polling scripts can cause thousands of them.
  const noRecord = notFound(nounOf(path));
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
    holdsSecret: secretsIn(schema, operation) !== undefined,
    response: z.strictObject({ status: z.literal('success'), ...definition.response }),
    errors: definition.errors ?? [],
    validate,
    async handle(request, run, context) {
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

/** Converts `/webhooks/:webhook_id/deliveries` to `webhook`. */
function nounOf(path: string): string {
  return /:(\w+)_id/.exec(path)?.[1] ?? 'record';
}

function isUnpaged(query: unknown): boolean {
  const { page, per_page } = query as { page?: number; per_page?: number };
  return page === undefined && per_page === undefined;
}

/** Converts `products[1].productId` to `products[1].product_id`. */
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
