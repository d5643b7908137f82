import autocannon from 'autocannon';
import { cpuOfFamily } from '../lab/processes.ts';
import type { ServiceProcess } from '../lab/service-process.ts';
import type { Data } from './data.ts';
import type { Request, Workload } from './workloads.ts';

const CONNECTIONS = 16;
const REQUESTS = 2_000;
const ROUND_S = 5;
const WARM_UP_S = 3;
const ROUNDS = 5;
/** How often autocannon checks whether it is done. */
const TICK_MS = 100;

/** The figures of one server in one round; CPU in milliseconds per request, NaN where it cannot be read. */
export type Round = Record<'perSecond' | 'node' | 'postgres', number>;

/** The rounds of one workload; the nth rounds of both servers ran one after the other. */
export type Measured = { workload: Workload } & Record<'service' | 'baseline', Round[]>;

export interface Bench {
  data: Data;
  service: ServiceProcess;
  baseline: ServiceProcess;
  /** The process id of the PostgreSQL server. */
  postgres: number;
}

/** Measures a workload on both servers alternately. The order changes in each round, so that neither benefits from it. */
export async function measure(workload: Workload, bench: Bench): Promise<Measured> {
  const measured: Measured = { workload, service: [], baseline: [] };
  const requests = requestsOf(workload, bench.data);
  const order = ['service', 'baseline'] as const;
  for (const name of order) await load(bench[name], workload, requests, { duration: WARM_UP_S });
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const cpuNow = () => Promise.all([bench[name].pid, bench.postgres].map(cpuOfFamily));
      const before = await cpuNow();
      const { responses, seconds } = await load(bench[name], workload, requests, { duration: ROUND_S });
      const [node, postgres] = (await cpuNow()).map((ms, at) => (ms - before[at]!) / responses);
      measured[name].push({ perSecond: responses / seconds, node: node!, postgres: postgres! });
    }
  }
  return measured;
}

/** Sends a few requests once, to check that all responses have the right status. */
export async function tryOut(workload: Workload, { data, service, baseline }: Bench): Promise<void> {
  const requests = requestsOf(workload, data);
  for (const server of [service, baseline])
    await load(server, workload, requests, { amount: 10 * CONNECTIONS });
}

function requestsOf(workload: Workload, data: Data): Request[] {
  return Array.from({ length: REQUESTS }, (_, turn) => workload.request(turn, data));
}

/**
 * Puts load on a server.
 *
 * @throws unless every response has the expected status
 */
async function load(
  { url }: ServiceProcess,
  { title, status }: Workload,
  requests: Request[],
  extent: { duration: number } | { amount: number },
): Promise<{ responses: number; seconds: number }> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    sampleInt: TICK_MS,
    ...extent,
    requests: requests.slice(0, 1),
    setupClient(client) {
      // Every connection starts at a different request, so that no two request the same record at once.
      const start = Math.floor((connection++ * requests.length) / CONNECTIONS);
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
  });
  const { errors, timeouts, statusCodeStats = {} } = result;
  if (errors > 0 || timeouts > 0 || Object.keys(statusCodeStats).join() !== String(status)) {
    const found = `${JSON.stringify(statusCodeStats)}, ${errors} errors and ${timeouts} timeouts`;
    throw new Error(`${title}: ${found} at ${url} instead of only ${status}`);
  }
  return { responses: result.requests.total, seconds: result.duration };
}
