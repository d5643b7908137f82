import type { Pool } from 'pg';
import type { Logger } from '../../log.ts';
import type { Caller } from '../context.ts';

const FLUSH_MS = 3_000;

/** Requests of keys the account no longer has are dropped. Rows are taken in the order of their keys. */
const ADD = {
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

/** Counts what each key asks, in memory, and writes it down every few seconds: a crash loses those. */
export interface RequestCounter {
  /** Counts a request, served or refused by a limit. */
  request(caller: Caller, isRefused: boolean): void;
  /** Tells of a request that it was answered with an error of the caller's. */
  failure(caller: Caller): void;
  /** Writes down what is left. */
  stop(): Promise<void>;
}

interface Counts {
  accountId: bigint;
  keyId: bigint;
  requests: number;
  refused: number;
  failed: number;
}

export function createRequestCounter(pool: Pool, log: Logger): RequestCounter {
  let counts = new Map<bigint, Counts>();
  /** When the first of them came; hours are told apart by it. */
  let since = new Date();
  let writing = Promise.resolve();
  const timer = setInterval(() => void (writing = flush()), FLUSH_MS);
  timer.unref();

  function countsOf({ accountId, keyId = 0n }: Pick<Caller, 'accountId' | 'keyId'>): Counts {
    const known = counts.get(keyId);
    if (known) return known;
    if (counts.size === 0) since = new Date();
    const fresh = { accountId, keyId, requests: 0, refused: 0, failed: 0 };
    counts.set(keyId, fresh);
    return fresh;
  }

  async function flush(): Promise<void> {
    await writing;
    if (counts.size === 0) return;
    const added = [...counts.values()];
    const at = since;
    counts = new Map();
    try {
      await pool.query({ ...ADD, values: [at, ...columnsOf(added)] });
    } catch (error) {
      log.warn({ err: error }, 'the counts of requests could not be written; trying again');
      added.forEach(putBack);
      since = at;
    }
  }

  function putBack({ requests, refused, failed, ...key }: Counts): void {
    const now = countsOf(key);
    now.requests += requests;
    now.refused += refused;
    now.failed += failed;
  }

  return {
    request(caller, isRefused) {
      if (caller.keyId === undefined) return;
      const counts = countsOf(caller);
      counts.requests++;
      if (isRefused) counts.refused++;
    },
    failure(caller) {
      if (caller.keyId !== undefined) countsOf(caller).failed++;
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function columnsOf(added: Counts[]): (bigint | number)[][] {
  const names = ['accountId', 'keyId', 'requests', 'refused', 'failed'] as const;
  return names.map((name) => added.map((counts) => counts[name]));
}
