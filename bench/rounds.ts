import autocannon from 'autocannon';
import { bytesReadByFamily, cpuOfFamily } from '../lab/processes.ts';
import type { ServiceProcess } from '../lab/service-process.ts';
import type { Database } from '../src/database/connect.ts';
import type { Data } from './data.ts';
import { type Executed, executedSoFar } from './statistics.ts';
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

/** The servers: the peer only for what it offers too. */
export type ServerName = 'service' | 'baseline' | 'peer';

/** What one server did; the nth rounds of all servers ran one after the other. */
export interface Measured {
  rounds: Round[];
  work: Work;
}

/** What a request takes: of statements, their plans, and bytes that the server reads, mostly from PostgreSQL. */
export type Work = Executed & { bytes: number };

export interface Bench {
  data: Data;
  database: Database;
  service: ServiceProcess;
  baseline: ServiceProcess;
  peer: ServiceProcess | undefined;
  /** The process id of the PostgreSQL server. */
  postgres: number;
}

/** Measures a workload on all servers alternately. The order changes in each round, so that none benefits from it. */
export async function measure(
  workload: Workload,
  bench: Bench,
): Promise<Partial<Record<ServerName, Measured>>> {
  const order = serversOf(workload, bench);
  const measured = new Map(order.map((name) => [name, [] as Round[]]));
  for (const name of order) await load(bench, name, workload, { duration: WARM_UP_S });
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const cpuNow = () => Promise.all([bench[name]!.pid, bench.postgres].map(cpuOfFamily));
      const before = await cpuNow();
      const { responses, seconds } = await load(bench, name, workload, { duration: ROUND_S });
      const [node, postgres] = (await cpuNow()).map((ms, at) => (ms - before[at]!) / responses);
      measured.get(name)!.push({ perSecond: responses / seconds, node: node!, postgres: postgres! });
    }
  }
  const results: Partial<Record<ServerName, Measured>> = {};
  for (const [name, rounds] of measured)
    results[name] = { rounds, work: await workOf(bench, name, workload) };
  return results;
}

function serversOf({ peerRequest }: Workload, { peer }: Bench): ServerName[] {
  return peer && peerRequest ? ['service', 'baseline', 'peer'] : ['service', 'baseline'];
}

async function workOf(bench: Bench, name: ServerName, workload: Workload): Promise<Work> {
  const now = async () => ({
    ...(await executedSoFar(bench.database)),
    bytes: await bytesReadByFamily(bench[name]!.pid),
  });
  const before = await now();
  const { responses } = await load(bench, name, workload, { amount: REQUESTS });
  const after = await now();
  const each = (what: keyof Work) => (after[what] - before[what]) / responses;
  return { statements: each('statements'), plans: each('plans'), bytes: each('bytes') };
}

/** Sends a few requests once, to check that all responses have the right status. */
export async function tryOut(workload: Workload, bench: Bench): Promise<void> {
  for (const name of serversOf(workload, bench)) {
    await load(bench, name, workload, { amount: 10 * CONNECTIONS });
  }
}

/**
 * Puts load on a server.
 *
 * @throws unless every response has the expected status
 */
async function load(
  bench: Bench,
  name: ServerName,
  { title, status, request, peerRequest }: Workload,
  extent: { duration: number } | { amount: number },
): Promise<{ responses: number; seconds: number }> {
  const { url } = bench[name]!;
  const requestOf = name === 'peer' ? peerRequest! : request;
  const requests: Request[] = Array.from({ length: REQUESTS }, (_, turn) => requestOf(turn, bench.data));
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
