import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeWorkerUtils } from 'graphile-worker';
import { takeDue } from '../../src/schema/webhook/take-due.ts';
import { percentile } from './report.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stage, until } from './stage.ts';

const BARE_WORKER = fileURLToPath(new URL('bare-worker.ts', import.meta.url));
const WAIT_MS = 120_000;
/** Turns events into messages without taking any. */
const NONE = { held: [], quick: [], limit: 0 };

export interface Backlog {
  accounts: number;
  /** Per account, all at one endpoint. */
  subscriptions: number;
  messages: number;
  /** The target: the minimum share of the bare tasks' rate. */
  aim: number;
}

/**
 * Measures callbacks per second from a backlog: the service's, signed and logged, alternating with a graphile-worker
 * task that only posts. The first tenth is a warm-up.
 */
export async function measureDrain(stage: Stage, backlog: Backlog, runs: number): Promise<void> {
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let run = 0; run < runs; run++) {
    rates.bare.push(await drainBare(stage, backlog.messages));
    rates.ours.push(await drainOurs(stage, backlog));
  }
  const [ours, bare] = [percentile(rates.ours, 0.5), percentile(rates.bare, 0.5)];
  const { report } = stage;
  const { accounts, subscriptions, messages, aim } = backlog;
  const what = `${messages} drained, accounts: ${accounts}, subscriptions of each: ${subscriptions}`;
  report.figure(`callbacks, ${what}`, `${ours.toFixed(0)}/s`);
  report.figure('bare POST tasks of graphile-worker', `${bare.toFixed(0)}/s`);
  report.target('ratio', (ours / bare).toFixed(2), `≥ ${aim.toFixed(2)}`, ours / bare >= aim);
}

async function drainOurs(stage: Stage, { accounts, subscriptions, messages }: Backlog): Promise<number> {
  const receiver = await startReceiver();
  const events = Math.ceil(messages / subscriptions / accounts);
  const { rows } = await stage.database.pool.query<{ id: string }>(
    `WITH account AS (
       INSERT INTO accounts (email, name, plan, password_hash)
       SELECT gen_random_uuid() || '@drain.example', 'Drain', 'business', '-' FROM generate_series(1, $1) RETURNING id
     ), subscription AS (
       INSERT INTO webhook_subscriptions (account_id, url, events, secret)
       SELECT id, $2, '{product.created}', 'whsec_plJ3nmyCDGBKInavdOK15jsl' FROM account, generate_series(1, $3)
       RETURNING account_id, id)
     INSERT INTO events (account_id, type, body, recipients)
     SELECT account_id, 'product.created', '{"event":"product.created"}', array_agg(id)
     FROM subscription, generate_series(1, $4) AS number GROUP BY account_id, number RETURNING account_id AS id`,
    [accounts, receiver.url, subscriptions, events],
  );
  for (const id of new Set(rows.map((row) => BigInt(row.id)))) {
    while ((await takeDue(stage.database.pool, id, NONE)).areEventsLeft);
  }
  const worker = await stage.start('worker');
  const rate = await drained(receiver, accounts * subscriptions * events);
  await worker.end('SIGTERM');
  await receiver.close();
  return rate;
}

async function drainBare(stage: Stage, backlog: number): Promise<number> {
  const receiver = await startReceiver();
  const connectionString = stage.cluster.url('chaos');
  const utils = await makeWorkerUtils({ connectionString });
  const jobs = Array.from({ length: backlog }, (_, number) => ({
    identifier: 'barePost',
    payload: { id: `bare-${number}` },
  }));
  await utils.addJobs(jobs);
  const worker = spawn(process.execPath, [BARE_WORKER, connectionString, receiver.url], { stdio: 'inherit' });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const rate = await drained(receiver, backlog);
  worker.kill('SIGTERM');
  await ended;
  await utils.release();
  await receiver.close();
  return rate;
}

async function drained(receiver: Receiver, count: number): Promise<number> {
  const isDrained = await until(() => receiver.arrivals.size >= count, WAIT_MS);
  if (!isDrained) throw new Error(`only ${receiver.arrivals.size} of ${count} callbacks arrived`);
  const times = [...receiver.arrivals.values()].map((arrival) => arrival.times[0]!);
  const from = Math.floor(times.length / 10);
  return (times.length - 1 - from) / ((times.at(-1)! - times[from]!) / 1_000);
}
