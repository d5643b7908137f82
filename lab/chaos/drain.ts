import { fileURLToPath } from 'node:url';
import { makeWorkerUtils } from 'graphile-worker';
import { cpuOfFamily, postgresPid } from '../processes.ts';
import { medianOf } from '../report.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import type { ServiceProcess } from '../service-process.ts';
import { type Stage, until } from '../stage.ts';
import { SECRET } from '../supplier.ts';

const BARE_WORKER = fileURLToPath(new URL('bare-worker.ts', import.meta.url));
const WAIT_MS = 120_000;

export interface Backlog {
  accounts: number;
  /** The number of subscriptions per account, all at one endpoint. */
  subscriptions: number;
  messages: number;
  /** The target: the minimum share of the bare tasks' rate. */
  aim: number;
}

/** The callbacks per second of one run, and the CPU milliseconds of each. */
interface Drained {
  perSecond: number;
  node: number;
  postgres: number;
}

/**
 * Measures callbacks per second from a backlog: the service's, signed and logged, alternating with a
 * graphile-worker task that only posts. The first tenth is a warm-up.
 */
export async function measureDrain(stage: Stage, backlog: Backlog, runs: number): Promise<void> {
  const ours: Drained[] = [];
  const bare: Drained[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(await drainBare(stage, backlog.messages));
    ours.push(await drainOurs(stage, backlog));
  }
  const median = (all: Drained[], what: keyof Drained) => medianOf(all, (each) => each[what]);
  const cpuOf = (all: Drained[]) =>
    `${median(all, 'node').toFixed(2)} ms of the worker, ${median(all, 'postgres').toFixed(2)} ms of PostgreSQL`;
  const ratio = median(ours, 'perSecond') / median(bare, 'perSecond');
  const { report } = stage;
  const { accounts, subscriptions, messages, aim } = backlog;
  const rateOf = (all: Drained[]) => `${median(all, 'perSecond').toFixed(0)}/s`;
  const what = `${messages} drained, accounts: ${accounts}, subscriptions of each: ${subscriptions}`;
  report.figure(`callbacks, ${what}`, rateOf(ours));
  report.figure('bare POST tasks of graphile-worker', rateOf(bare));
  report.target('ratio', ratio.toFixed(2), `≥ ${aim.toFixed(2)}`, ratio >= aim);
  report.figure('CPU of a callback', cpuOf(ours));
  report.figure('CPU of a bare task', cpuOf(bare));
}

async function drainOurs(stage: Stage, { accounts, subscriptions, messages }: Backlog): Promise<Drained> {
  const receiver = await startReceiver(stage, { isBare: true });
  const events = Math.ceil(messages / subscriptions / accounts);
  await stage.database.pool.query(
    `WITH account AS (
       INSERT INTO accounts (email, name, plan)
       SELECT gen_random_uuid() || '@drain.example', 'Drain', 'business' FROM generate_series(1, $1) RETURNING id
     ), subscription AS (
       INSERT INTO webhook_subscriptions (account_id, url, events, secret)
       SELECT id, $2, '{product.created}', $5 FROM account, generate_series(1, $3) RETURNING account_id, id
     ), event AS (
       INSERT INTO events (account_id, type, body)
       SELECT id, 'product.created', '{"event":"product.created"}' FROM account, generate_series(1, $4)
       RETURNING account_id, id)
     INSERT INTO webhook_messages (account_id, subscription_id, event_id)
     SELECT account_id, subscription.id, event.id FROM event JOIN subscription USING (account_id)`,
    [accounts, receiver.url, subscriptions, events, SECRET],
  );
  return drain(stage, receiver, accounts * subscriptions * events, () => stage.start('worker'));
}

async function drainBare(stage: Stage, backlog: number): Promise<Drained> {
  const receiver = await startReceiver(stage, { isBare: true });
  const utils = await makeWorkerUtils({ connectionString: stage.url });
  const payloads = Array.from({ length: backlog }, (_, number) => ({ id: `bare-${number}` }));
  await utils.addJobs(payloads.map((payload) => ({ identifier: 'barePost', payload })));
  await utils.release();
  return drain(stage, receiver, backlog, () => stage.start([BARE_WORKER, stage.url, receiver.url]));
}

/** Starts a worker, and measures it from the first tenth of `count` callbacks to the last. */
async function drain(
  { database }: Stage,
  { arrivals, close }: Receiver,
  count: number,
  start: () => Promise<ServiceProcess>,
): Promise<Drained> {
  const server = await postgresPid(database);
  const worker = await start();
  const markAt = async (arrived: number) => {
    if (!(await until(() => arrivals.size >= arrived, WAIT_MS)))
      throw new Error(`only ${arrivals.size} of ${count} callbacks arrived`);
    const [node, postgres] = await Promise.all([worker.pid, server].map(cpuOfFamily));
    return { arrived: arrivals.size, node: node!, postgres: postgres! };
  };
  const [from, to] = [await markAt(count / 10), await markAt(count)];
  await worker.end('SIGTERM');
  await close();
  const between = to.arrived - from.arrived;
  const times = [...arrivals.values()].map((arrival) => arrival.times[0]!);
  const began = Math.floor(times.length / 10);
  return {
    perSecond: (times.length - 1 - began) / ((times.at(-1)! - times[began]!) / 1_000),
    node: (to.node - from.node) / between,
    postgres: (to.postgres - from.postgres) / between,
  };
}
