import autocannon from 'autocannon';
import { cpuOfFamily } from '../processes.ts';
import type { ServiceProcess } from '../service-process.ts';
import type { Database } from '../../src/database/connect.ts';
import type { Data } from './data.ts';
import { type Executed, executedSoFar } from './statistics.ts';
import type { Request, Workload } from './workloads.ts';

const CONNECTIONS = 16;
const REQUESTS = 2_000;
/** How often autocannon checks whether it is done. */
const TICK_MS = 100;

const PEERS: readonly PeerName[] = ['open', 'keyed'];

type Extent = { duration: number } | { amount: number };

/** The rounds of a measurement, and of a smoke run. */
const LONG = { warmUp: { duration: 3 }, each: { duration: 5 }, rounds: 5 };
const SHORT = { warmUp: { amount: CONNECTIONS }, each: { amount: 10 * CONNECTIONS }, rounds: 1 };

/** CPU in milliseconds (NaN where it cannot be read), and the statements that PostgreSQL executed. */
type Spent = Executed & Record<'node' | 'postgres', number>;

/** The figures of one server in one round: its requests per second, and their average cost. */
export type Round = Spent & { perSecond: number };

/** The servers that the service is compared with on request, where they offer the same. */
export type PeerName = 'open' | 'keyed';

export type ServerName = 'service' | 'baseline' | PeerName;

export interface Bench {
  data: Data;
  database: Database;
  service: ServiceProcess;
  baseline: ServiceProcess;
  /** PostGraphile, without a check of keys and with it. */
  open: ServiceProcess | undefined;
  keyed: ServiceProcess | undefined;
  /** The process id of the PostgreSQL server. */
  postgres: number;
}

/**
 * Measures a workload on all servers alternately. The order changes in each round, so that none benefits from
 * it. The nth rounds of all servers ran one after the other.
 */
export async function measure(
  workload: Workload,
  bench: Bench,
  isSmoke: boolean,
): Promise<Map<ServerName, Round[]>> {
  const { warmUp, each, rounds } = isSmoke ? SHORT : LONG;
  const peers = PEERS.filter((name) => bench[name] && workload.peerRequest);
  const order: ServerName[] = ['service', 'baseline', ...peers];
  const measured = new Map(order.map((name) => [name, [] as Round[]]));
  for (const name of order) await load(bench, name, workload, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const before = await spentSoFar(bench, name);
      const { responses, seconds } = await load(bench, name, workload, each);
      const after = await spentSoFar(bench, name);
      const per = (what: keyof Spent) => (after[what] - before[what]) / responses;
      measured.get(name)!.push({
        perSecond: responses / seconds,
        node: per('node'),
        postgres: per('postgres'),
        statements: per('statements'),
        plans: per('plans'),
      });
    }
  }
  return measured;
}

async function spentSoFar(bench: Bench, name: ServerName): Promise<Spent> {
  const [node, postgres] = await Promise.all([bench[name]!.pid, bench.postgres].map(cpuOfFamily));
  return { node: node!, postgres: postgres!, ...(await executedSoFar(bench.database)) };
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
  extent: Extent,
): Promise<{ responses: number; seconds: number }> {
  const { url } = bench[name]!;
  const requestOf = name === 'open' || name === 'keyed' ? peerRequest! : request;
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
