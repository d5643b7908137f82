import autocannon from 'autocannon';
import { cpuOfFamily } from './cpu.ts';
import type { Data } from './data.ts';
import type { Server } from './servers.ts';
import type { Request, Work } from './works.ts';

const CONNECTIONS = 16;
const REQUESTS = 2_000;
const ROUND_S = 5;
const WARM_UP_S = 3;
const ROUNDS = 5;
/** How often autocannon checks whether it is done. */
const TICK_MS = 100;

/** The figures of one server in one round; CPU in milliseconds per request, undefined where it cannot be read. */
export interface Round {
  perSecond: number;
  nodeMs: number | undefined;
  postgresMs: number | undefined;
}

/** The rounds of one work; the nth rounds of both servers ran one after the other. */
export interface Measured {
  work: Work;
  service: Round[];
  limit: Round[];
}

export interface Bench {
  data: Data;
  service: Server;
  limit: Server;
  /** The process id of the PostgreSQL server. */
  postgresPid: number | undefined;
}

/** Measures a work on both servers alternately. The order changes in each round, so that neither benefits from it. */
export async function measure(work: Work, bench: Bench): Promise<Measured> {
  const measured: Measured = { work, service: [], limit: [] };
  const requests = requestsOf(work, bench.data);
  for (const name of ['service', 'limit'] as const)
    await load(bench[name], work, requests, { duration: WARM_UP_S });
  for (let round = 0; round < ROUNDS; round++) {
    const order = ['service', 'limit'] as const;
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      measured[name].push(await measureRound(bench[name], work, requests, bench.postgresPid));
    }
  }
  return measured;
}

/** Sends a few requests once, to check that all responses are correct. */
export async function tryOut(work: Work, { data, service, limit }: Bench): Promise<void> {
  const requests = requestsOf(work, data);
  for (const server of [service, limit]) await load(server, work, requests, { amount: 10 * CONNECTIONS });
}

export function requestsOf(work: Work, data: Data): Request[] {
  return Array.from({ length: REQUESTS }, (_, turn) => work.request(turn, data));
}

async function measureRound(
  server: Server,
  work: Work,
  requests: Request[],
  postgresPid: number | undefined,
): Promise<Round> {
  const before = await cpuNow(server.pid, postgresPid);
  const { responses, seconds } = await load(server, work, requests, { duration: ROUND_S });
  const after = await cpuNow(server.pid, postgresPid);
  const each = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / responses;
  return {
    perSecond: responses / seconds,
    nodeMs: each(before.node, after.node),
    postgresMs: each(before.postgres, after.postgres),
  };
}

async function cpuNow(pid: number, postgresPid: number | undefined) {
  return { node: await cpuOfFamily(pid), postgres: postgresPid && (await cpuOfFamily(postgresPid)) };
}

/**
 * Puts load on a server.
 *
 * @throws unless every response has the expected status
 */
export async function load(
  server: Server,
  work: Work,
  requests: Request[],
  extent: { duration: number } | { amount: number },
): Promise<{ responses: number; seconds: number }> {
  let connection = 0;
  const result = await autocannon({
    url: server.url,
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
  const statuses = Object.keys(result.statusCodeStats ?? {});
  if (result.errors > 0 || result.timeouts > 0 || statuses.join() !== String(work.status)) {
    throw new Error(
      `${work.name}: ${server.name} returned ${JSON.stringify(result.statusCodeStats)} instead of only ` +
        `${work.status}, with ${result.errors} errors and ${result.timeouts} timeouts`,
    );
  }
  return { responses: result.requests.total, seconds: result.duration };
}
