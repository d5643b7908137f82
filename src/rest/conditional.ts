import { z } from 'zod';
import { namesTag, tagOf } from '../http/response/tag.ts';
import { callerOf, type Context } from '../schema/core/context.ts';
import { errorAt, fault } from '../schema/core/errors.ts';
import { lockRecord } from '../schema/core/write/lock-record.ts';
import { inOneTransaction } from '../schema/core/write/in-one-transaction.ts';
import { success } from './envelope.ts';
import type { Route, RouteRequest } from './route.ts';
import type { SuccessBody } from './shape.ts';
import type { Run } from './run.ts';

/** The error for an ETag that is not the current one. */
export const CHANGED = fault(
  'precondition_failed',
  'The record has changed: If-Match is not its current ETag. Read the record again, then send the change with the new ETag',
  'If-Match',
);
const NOT_HERE = errorAt(
  'If-Match',
  'not_supported',
  'is supported by PATCH and DELETE of one record. Send this request without it',
);

/**
 * Changes a record if it still has the ETag in `If-Match`, and returns the body. In one transaction, the
 * record is locked, its ETag compared, and the record changed: of several requests with one ETag, one
 * succeeds.
 *
 * @param reader the endpoint that returns the record with its ETag
 * @throws AppError `precondition_failed`; `validation_error` where there is nothing to compare
 */
export async function changeIfMatch(
  condition: string,
  route: Route,
  reader: Route | undefined,
  request: RouteRequest,
  run: Run,
  context: Context,
): Promise<SuccessBody> {
  const { changes } = route;
  if (!changes || !reader) throw NOT_HERE;
  const change = route.accept(request, context);
  return inOneTransaction(context, async (inside) => {
    await lockRecord(inside, changes, request.ids[0]);
    const read = reader.accept({ ids: request.ids, query: viewIn(request), body: undefined }, inside);
    const shown = await read(run, ableTo(reader, inside));
    // guard: changed-resource
    if (!namesTag(condition, tagOf(await success(shown)))) throw CHANGED;
    return change(run, inside);
  });
}

/** Returns the part of the query that decides which fields the record has. */
function viewIn({ query }: RouteRequest): object {
  return 'view' in query ? { view: query.view } : {};
}

/** Returns whether the response is one record exactly as GET returns it, and so has the record's ETag. */
export function isTagged({ method, path, status, changes, holdsSecret, response }: Route): boolean {
  if (holdsSecret || 'pagination' in response.shape || response.shape.data instanceof z.ZodArray)
    return false;
  if (method === 'post') return status === 201 && !path.includes(':');
  return method === 'patch' ? changes !== null : method === 'get' && path.includes(':');
}

/** The response to a change shows the record anyway, so comparing it needs no further scope. */
function ableTo(reader: Route, context: Context): Context {
  const caller = callerOf(context);
  return {
    ...context,
    caller: { ...caller, scopes: new Set([...caller.scopes, ...(reader.scope ? [reader.scope] : [])]) },
  };
}
