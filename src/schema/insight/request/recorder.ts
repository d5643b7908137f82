import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { runForService } from '../../../database/current-work.ts';
import { isUnreachable } from '../../../database/unreachable.ts';
import type { Logger } from '../../../log.ts';
import type { Problem } from '../../../problems.ts';
import { createSampler } from './sampler.ts';

/** A finished request, as the log stores it. */
export interface RequestEntry {
  accountId: bigint;
  receivedAt: Date;
  requestId: string;
  method: string;
  path: string;
  query: string | null;
  endpoint: string | null;
  /** The status of the response; null if the client disconnected before. */
  status: number | null;
  isFailed: boolean;
  code: string | null;
  field: string | null;
  /** The id of the API key; null for a request of a person. */
  keyId: bigint | null;
  address: string;
  durationMs: number;
  idempotencyKeyHash: string | null;
  userAgent: string | null;
  operation: string | null;
  /** The message of its error, masked. */
  message: string | null;
  problem: Problem | null;
  /** The values of the problem as JSON, masked. */
  values: string | null;
  /** The beginning of the body of a failed write, masked. Stored only if the account allows it. */
  body: string | null;
  isBodyCut: boolean;
  /** The id of the person; null for a request with a key. */
  personId: bigint | null;
}

const FLUSH_MS = 1_000;
/** The number of rows per statement. A full batch is written before the second ends. */
export const REQUEST_BATCH = 500;
/** The maximum number of waiting rows, about thirty megabytes, and of one account. */
export const MAX_WAITING = 5_000;
export const MAX_WAITING_OF_ACCOUNT = 1_000;
/** How long a stop waits for a database that may be unavailable. */
const STOP_MS = 5_000;

/** The statement that inserts requests, with the current names of people. */
const INSERT = {
  name: 'insert-requests',
  text: `
    INSERT INTO requests (account_id, received_at, request_id, method, path, query, endpoint, status, failed, code,
      field, key_id, address, duration_ms, idempotency_key_hash, user_agent, operation, message, problem,
      problem_values, body, body_cut, person_id, person_name)
    SELECT account, received_at, request, method, path, query, endpoint, status, failed, code, field,
      key, network, duration, key_hash, agent, operation, message, problem, problem_values::jsonb,
      CASE WHEN logs_request_bodies THEN body END,
      coalesce(logs_request_bodies, false) AND body_cut, person, people.name
    FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::smallint[], $9::boolean[], $10::text[], $11::text[], $12::bigint[], $13::text[], $14::int[], $15::text[],
      $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::boolean[], $23::bigint[])
      AS entry (account, received_at, request, method, path, query, endpoint, status, failed, code, field, key, network,
      duration, key_hash, agent, operation, message, problem, problem_values, body, body_cut, person)
    LEFT JOIN accounts ON accounts.id = account
    LEFT JOIN people ON people.account_id = account AND people.id = person`,
};

const COLUMNS = [
  'accountId',
  'receivedAt',
  'requestId',
  'method',
  'path',
  'query',
  'endpoint',
  'status',
  'isFailed',
  'code',
  'field',
  'keyId',
  'address',
  'durationMs',
  'idempotencyKeyHash',
  'userAgent',
  'operation',
  'message',
  'problem',
  'values',
  'body',
  'isBodyCut',
  'personId',
] as const satisfies (keyof RequestEntry)[];

/** The numbers of requests by outcome, for metrics. */
type Outcomes = Record<'written' | 'sampled' | 'dropped', number>;

/** The entries that are sampled: successful reads, requests over a rate limit, bodies of failed writes. */
type Plentiful = 'reads' | 'refused' | 'bodies';

/**
 * Writes finished requests to the request log, apart from the requests themselves. A crash loses the last
 * second.
 */
export interface RequestRecorder {
  /** Returns whether to log a request of a kind that can be very frequent. */
  samples(accountId: bigint, of: Plentiful): boolean;
  record(entry: RequestEntry): void;
  outcomes: Readonly<Outcomes>;
  /** Writes the remaining rows. */
  stop(): Promise<void>;
}

export function createRequestRecorder(pool: Pick<Pool, 'query'>, log: Logger): RequestRecorder {
  const outcomes: Outcomes = { written: 0, sampled: 0, dropped: 0 };
  const samplers: Record<Plentiful, ReturnType<typeof createSampler>> = {
    reads: createSampler(),
    refused: createSampler(),
    bodies: createSampler(),
  };
  let waiting: RequestEntry[] = [];
  let ofAccount = new Map<bigint, number>();
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  /** Writes the waiting rows, unless a database that does not respond still holds up the last write. */
  function flush(): Promise<void> {
    return (writing ??= flushAll().finally(() => (writing = undefined)));
  }

  async function flushAll(): Promise<void> {
    while (waiting.length > 0 && (await writeBatch()));
  }

  /**
   * Returns whether to go on. Rows wait while the database is unavailable; other errors are caused by the
   * rows.
   */
  async function writeBatch(): Promise<boolean> {
    const batch = waiting.slice(0, REQUEST_BATCH);
    try {
      await pool.query({ ...INSERT, values: columnsOf(batch) });
      outcomes.written += batch.length;
    } catch (error) {
      if (isUnreachable(error)) return false;
      log.warn({ err: error }, 'requests could not be written to the request log');
      outcomes.dropped += batch.length;
    }
    waiting = waiting.slice(batch.length);
    ofAccount = countsOf(waiting);
    return true;
  }

  return {
    outcomes,
    samples(accountId, of) {
      const keeps = samplers[of](accountId);
      if (!keeps && of !== 'bodies') outcomes.sampled++;
      return keeps;
    },
    record(entry) {
      const { accountId } = entry;
      const own = ofAccount.get(accountId) ?? 0;
      if (waiting.length >= MAX_WAITING || own >= MAX_WAITING_OF_ACCOUNT) {
        outcomes.dropped++;
        return;
      }
      waiting.push(entry);
      ofAccount.set(accountId, own + 1);
      // The request that completes a batch must not be charged for writing it.
      if (waiting.length === REQUEST_BATCH) setImmediate(() => runForService(() => void flush()));
    },
    async stop() {
      clearInterval(timer);
      const written = Promise.resolve(writing).then(flush);
      await Promise.race([written, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

function columnsOf(batch: readonly RequestEntry[]): RequestEntry[keyof RequestEntry][][] {
  return COLUMNS.map((name) => batch.map((entry) => entry[name]));
}

function countsOf(entries: readonly RequestEntry[]): Map<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const { accountId } of entries) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
}
