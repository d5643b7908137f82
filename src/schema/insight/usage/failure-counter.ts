import type { Pool } from 'pg';
import type { Logger } from '../../../log.ts';
import { createTally } from './tally.ts';

/** The maximum number of rows per account and day; further failures are counted by key and hour only. */
const MAX_ROWS_PER_DAY = 200;

/** The name for all paths without an endpoint. */
export const NO_ENDPOINT = 'other';

/** A failed request: its endpoint, and the error of the response. */
export interface Failure {
  /** A name such as `GET /api/v1/products/{product_id}`, or {@link NO_ENDPOINT}. */
  endpoint: string;
  status: number;
  /** The error code. */
  code: string;
}

interface KeyFailure extends Failure {
  accountId: bigint;
  keyId: bigint;
}

type FailureSum = KeyFailure & { requests: number };

/** Drops failures of keys that no longer exist. Rows are written in key order, which prevents deadlocks. */
const ADD = {
  name: 'add-request-failures',
  text: `
    INSERT INTO request_failures AS known (account_id, day, key_id, endpoint, status, code, requests)
    SELECT account_id, day, key_id, endpoint, status, code, requests
    FROM (
      SELECT key.account_id, $1::date AS day, key.id AS key_id, endpoint, status, code, requests,
             row_number() OVER (PARTITION BY key.account_id) AS place
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::text[], $7::int[])
        AS added (account_id, key_id, endpoint, status, code, requests)
      JOIN api_keys key ON key.account_id = added.account_id AND key.id = added.key_id
    ) AS added
    WHERE place + (SELECT count(*) FROM request_failures stored
                   WHERE stored.account_id = added.account_id AND stored.day = added.day) <= ${MAX_ROWS_PER_DAY}
       OR EXISTS (SELECT FROM request_failures stored
                  WHERE (stored.account_id, stored.day, stored.key_id, stored.endpoint, stored.status, stored.code)
                      = (added.account_id, added.day, added.key_id, added.endpoint, added.status, added.code))
    ORDER BY account_id, day, key_id, endpoint, status, code
    ON CONFLICT (account_id, day, key_id, endpoint, status, code) DO UPDATE SET
      requests = known.requests + excluded.requests`,
};

/** Creates a counter of failed requests by key, endpoint and error, based on {@link createTally}. */
export function createFailureCounter(pool: Pool, log: Logger) {
  const tally = createTally<string, FailureSum>({
    write: (since, added) => pool.query({ ...ADD, values: [dayOf(since), ...columnsOf(added)] }),
    merge: (into, { requests }) => void (into.requests += requests),
    log,
  });
  return {
    count(failure: KeyFailure) {
      const { keyId, endpoint, status, code } = failure;
      tally.of(`${keyId} ${status} ${code} ${endpoint}`, () => ({ ...failure, requests: 0 })).requests++;
    },
    stop: () => tally.stop(),
  };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function columnsOf(added: FailureSum[]): (bigint | number | string)[][] {
  const names = ['accountId', 'keyId', 'endpoint', 'status', 'code', 'requests'] as const;
  return names.map((name) => added.map((sums) => sums[name]));
}
