import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from '@prometheus-io/client';
import type { FairPool } from '@provender/fair-pool';
import type { Replica } from '../../database/replica.ts';
import type { LiveEvents } from '../../schema/exchange/live-event/live-events.ts';
import type { RequestRecorder } from '../../schema/insight/request/recorder.ts';
import type { RequestQueue } from '../admission/request-queue.ts';
import type { Exchange } from '../response/exchange.ts';
import { loopLateness } from './watch-loop.ts';
import { unhandledRejections } from '../server/unhandled-rejections.ts';

/** Creates the function that returns the content of `/metrics`, with the metrics of other processes. */
export type ShareMetrics = (own: Registry) => () => Promise<string>;

export interface Metrics {
  contentType: string;
  /** Returns the content of `/metrics`. */
  expose(): Promise<string>;
  /** Counts a finished request under its route's template. */
  observe(exchange: Exchange, elapsedMs: number): void;
}

/** The sources of the metrics, besides requests. */
interface Measured {
  pool: FairPool;
  replica: Replica | undefined;
  liveEvents: Pick<LiveEvents, 'count'>;
  requestQueue: RequestQueue;
  requestRecorder: Pick<RequestRecorder, 'outcomes'> | undefined;
}

/**
 * Creates the metrics of a process. Each call has its own registry, so that several can exist in one test
 * process.
 */
export function createMetrics(
  { pool, replica, liveEvents, requestQueue, requestRecorder }: Measured,
  share: ShareMetrics = (own) => () => own.metrics(),
  workerMetrics: readonly Metric[] = [],
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(unhandledRejections);
  registry.registerMetric(loopLateness);
  const duration = new Histogram({
    name: 'provender_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const limited = new Counter({
    name: 'provender_rate_limited_requests_total',
    help: 'Requests refused by a rate limit.',
    registers,
  });
  new Gauge({
    name: 'provender_database_connections',
    help: 'Connections of the pool by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount + pool.queues.connections.waiting);
    },
  });
  /** Exposes counts that another part of the process keeps, by the values of a label. */
  const expose = (name: string, help: string, label: string, counts: () => Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(counts())) this.inc({ [label]: value }, count);
      },
    });
  const queues = [requestQueue.slots, ...Object.values(pool.queues)];
  expose(
    'provender_share_refused_total',
    'Requests and statements refused because their account or address used its whole share for too long.',
    'reason',
    () => Object.fromEntries(queues.map(({ name, refused }) => [name, refused])),
  );
  expose(
    'provender_replica_queries_total',
    'Queries that a replica may serve: served by it, or by the primary and why.',
    'outcome',
    () => replica?.outcomes ?? {},
  );
  expose(
    'provender_request_log_total',
    'Requests for the request log: written, left out as one of many, or dropped because too many were waiting.',
    'outcome',
    () => requestRecorder?.outcomes ?? {},
  );
  new Gauge({
    name: 'provender_live_streams',
    help: 'Open live streams.',
    registers,
    collect() {
      this.set(liveEvents.count());
    },
  });
  for (const metric of workerMetrics) registry.registerMetric(metric);
  return {
    contentType: registry.contentType,
    expose: share(registry),
    observe({ request, response, route = 'other' }, elapsedMs) {
      const status = String(response.statusCode);
      duration.observe({ method: request.method, route, status }, elapsedMs / 1_000);
      if (status === '429') limited.inc();
    },
  };
}
