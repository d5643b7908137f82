import { Counter, Gauge, Histogram, type Metric } from '@prometheus-io/client';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Attempt } from '@provender/guarded-sender';
import type { OutgoingMessage } from '../schema/exchange/webhook/claim-messages.ts';

/**
 * The maximum count of a gauge, so that its cost does not grow with the backlog, and how long a result is
 * cached.
 */
const COUNTED = 10_000;
const KEPT_MS = 10_000;

const BACKLOG_COUNT = `
  SELECT (SELECT count(*)::int FROM (
            SELECT FROM events WHERE recipients IS NOT NULL LIMIT ${COUNTED}) AS event) AS events,
         (SELECT count(*)::int FROM (
            SELECT FROM graphile_worker.jobs
            WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now() LIMIT ${COUNTED}) AS job) AS jobs,
         count(*)::int AS due, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float AS oldest
  FROM (SELECT next_attempt_at FROM webhook_messages WHERE status = 'pending' LIMIT ${COUNTED}) AS message
  WHERE next_attempt_at <= now()`;

interface Backlog {
  events: number;
  jobs: number;
  due: number;
  oldest: number;
}

/** The metrics of a worker. */
export interface WorkerMetrics {
  all: Metric[];
  attempted(ended: { message: Pick<OutgoingMessage, 'since'>; attempt: Attempt }): void;
  /** Counts a callback as in progress until it ends. */
  underWay<T>(callback: Promise<T>): Promise<T>;
}

export function createWorkerMetrics(pool: Pool): WorkerMetrics {
  const registers: [] = [];
  const attempts = new Counter({
    name: 'provender_webhook_attempts_total',
    help: 'Attempts to send a webhook, by outcome: succeeded, or the class of error.',
    labelNames: ['outcome'],
    registers,
  });
  const firstAttempt = new Histogram({
    name: 'provender_webhook_first_attempt_seconds',
    help: 'Time from an event to the first attempt to send it.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const underWay = new Gauge({
    name: 'provender_webhook_callbacks_under_way',
    help: 'Callbacks in progress: sent, without a response so far.',
    registers,
  });
  const gauges = createBacklogMetrics(pool);
  return {
    all: [attempts, firstAttempt, underWay, ...gauges],
    attempted({ message: { since }, attempt: { error, attemptedAt } }) {
      attempts.inc({ outcome: error ?? 'succeeded' });
      if (since) firstAttempt.observe((attemptedAt.getTime() - since.getTime()) / 1_000);
    },
    underWay(callback) {
      underWay.inc();
      return callback.finally(() => underWay.dec());
    },
  };
}

/**
 * Creates the metrics of the backlog in the database. Processes without a worker have them too, because the
 * backlog grows when there is no worker at all.
 */
export function createBacklogMetrics(pool: Pick<Pool, 'query'>): Metric[] {
  const ofBacklog: [name: string, help: string, field: keyof Backlog][] = [
    ['provender_webhook_events_waiting', 'Events to turn into messages; counted up to 10,000.', 'events'],
    ['provender_webhook_messages_due', 'Due messages, among at most 10,000 waiting ones.', 'due'],
    ['provender_webhook_oldest_due_seconds', 'How long the oldest of these has been due.', 'oldest'],
    ['provender_jobs_waiting', 'Due jobs; counted up to 10,000.', 'jobs'],
  ];
  const backlog = new LRUCache<'all', Backlog>({
    max: 1,
    ttl: KEPT_MS,
    fetchMethod: async () => (await pool.query<Backlog>(BACKLOG_COUNT)).rows[0]!,
  });
  return ofBacklog.map(([name, help, field]) => {
    return new Gauge({
      name,
      help,
      registers: [],
      // Each process reads the same database.
      aggregator: 'max',
      async collect() {
        this.set((await backlog.fetch('all').catch(() => undefined))?.[field] ?? Number.NaN);
      },
    });
  });
}
