import type { z } from 'zod';
import { AppError, fault, notFound } from '../schema/core/errors.ts';
import { restPathOf } from '../schema/core/noun/names.ts';
import { isSequentialId, notAnId } from '../schema/core/noun/rules.ts';

/** At most the two ids of a path, from left to right. */
export type Ids = readonly [string, string];

/** The record that a path names first, such as the webhook of `/webhooks/:webhook_id/deliveries`. */
export interface PathRecord {
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
export function recordAt(
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
