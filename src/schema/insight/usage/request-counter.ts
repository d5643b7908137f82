import type { Pool } from 'pg';
import type { Logger } from '../../../log.ts';
import type { Caller } from '../../core/context.ts';
import { createFailureCounter, type Failure } from './failure-counter.ts';
import { createTally } from './tally.ts';

/** Drops requests of keys that no longer exist. Rows are written in key order, which prevents deadlocks. */
const ADD_REQUEST_COUNTS = {
  name: 'add-request-counts',
  text: `
    INSERT INTO request_counts AS known (account_id, key_id, hour, requests, refused, failed)
    SELECT key.account_id, key.id, date_trunc('hour', $1::timestamptz, 'UTC'), requests, refused, failed
    FROM unnest($2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::int[])
      AS added (account_id, key_id, requests, refused, failed)
    JOIN api_keys key ON key.account_id = added.account_id AND key.id = added.key_id
    ORDER BY key.account_id, key.id
    ON CONFLICT (account_id, key_id, hour) DO UPDATE SET
      requests = known.requests + excluded.requests, refused = known.refused + excluded.refused,
      failed = known.failed + excluded.failed`,
};

/**
 * Counts the requests of each key in memory, and writes the counts every few seconds; a crash loses those not
 * written yet.
 */
export interface RequestCounter {
  /** Counts a request, whether served or refused by a limit. */
  request(caller: Caller, isRefused: boolean): void;
  /** Counts a request that failed with an error of the caller's. */
  failure(caller: Caller, failure: Failure): void;
  /** Writes the remaining counts. */
  stop(): Promise<void>;
}

interface KeyRequests {
  accountId: bigint;
  keyId: bigint;
  requests: number;
  refused: number;
  failed: number;
}

export function createRequestCounter(pool: Pool, log: Logger): RequestCounter {
  const failures = createFailureCounter(pool, log);
  const tally = createTally<bigint, KeyRequests>({
    write: (since, added) =>
      pool.query({ ...ADD_REQUEST_COUNTS, values: [since, ...requestCountColumns(added)] }),
    merge(into, { requests, refused, failed }) {
      into.requests += requests;
      into.refused += refused;
      into.failed += failed;
    },
    log,
  });

  function countsOf(accountId: bigint, keyId: bigint): KeyRequests {
    return tally.of(keyId, () => ({ accountId, keyId, requests: 0, refused: 0, failed: 0 }));
  }

  return {
    request({ accountId, keyId }, isRefused) {
      if (keyId === undefined) return;
      const counts = countsOf(accountId, keyId);
      counts.requests++;
      if (isRefused) counts.refused++;
    },
    failure({ accountId, keyId }, failure) {
      if (keyId === undefined) return;
      countsOf(accountId, keyId).failed++;
      failures.count({ accountId, keyId, ...failure });
    },
    async stop() {
      await Promise.all([tally.stop(), failures.stop()]);
    },
  };
}

function requestCountColumns(added: KeyRequests[]): (bigint | number)[][] {
  const names = ['accountId', 'keyId', 'requests', 'refused', 'failed'] as const;
  return names.map((name) => added.map((counts) => counts[name]));
}
