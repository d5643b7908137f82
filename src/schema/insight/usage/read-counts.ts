import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_COUNTS } from '../limits.ts';
import { usageDays } from './usage-days.ts';

const ReadCounts = z.strictObject({
  days: usageDays,
  interval: z.enum(['hour', 'day']),
});

/** The requests of one key in one hour or day (UTC). */
export interface KeyCount {
  from: Date;
  keyId: bigint;
  keyName: string;
  isRevoked: boolean;
  requests: number;
  refused: number;
  failed: number;
}

/**
 * Returns the requests of each key by hour or day, latest first, for the last `days`, including today.
 *
 * @throws AppError `validation_error`
 */
export function readCounts(context: Context, input: unknown): Promise<KeyCount[]> {
  const { days, interval } = valid(ReadCounts, input);
  return context.db.$queryRaw<KeyCount[]>`
    SELECT date_trunc(${interval}, count.hour, 'UTC')::timestamptz(3) AS from,
           key.id AS "keyId", key.name AS "keyName", key.revoked_at IS NOT NULL AS "isRevoked",
           sum(count.requests)::int AS requests, sum(count.refused)::int AS refused,
           sum(count.failed)::int AS failed
    FROM request_counts count
    JOIN api_keys key ON key.account_id = count.account_id AND key.id = count.key_id
    WHERE count.account_id = ${accountOf(context)}
      AND count.hour >= date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1}::int)
    GROUP BY 1, key.id, key.name, key.revoked_at
    ORDER BY 1 DESC, key.id DESC LIMIT ${MAX_COUNTS}`;
}
