import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_FAILURES } from '../limits.ts';
import { NO_ENDPOINT } from './failure-counter.ts';
import { usageDays } from './usage-days.ts';

const ReadFailures = z.strictObject({ days: usageDays });

/** Failed requests of one key to one endpoint with the same error. */
export interface RequestFailures {
  /** Null for paths that are not an endpoint. */
  endpoint: string | null;
  status: number;
  code: string;
  keyId: bigint;
  keyName: string;
  requests: number;
}

/**
 * Returns the failed requests of the last `days`, including today, most frequent first.
 *
 * @throws AppError `validation_error`
 */
export function readFailures(context: Context, input: unknown): Promise<RequestFailures[]> {
  const { days } = valid(ReadFailures, input);
  return context.db.$queryRaw<RequestFailures[]>`
    SELECT nullif(failure.endpoint, ${NO_ENDPOINT}) AS endpoint, failure.status::int, failure.code,
           key.id AS "keyId", key.name AS "keyName", sum(failure.requests)::int AS requests
    FROM request_failures failure
    JOIN api_keys key ON key.account_id = failure.account_id AND key.id = failure.key_id
    WHERE failure.account_id = ${accountOf(context)}
      AND failure.day > (now() AT TIME ZONE 'UTC')::date - ${days}::int
    GROUP BY failure.endpoint, failure.status, failure.code, key.id, key.name
    ORDER BY sum(failure.requests) DESC, failure.endpoint, failure.code, key.id LIMIT ${MAX_FAILURES}`;
}
