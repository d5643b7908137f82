import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeWorkerUtils } from 'graphile-worker';
import { createProduct } from '../../src/schema/product/create-product.ts';
import { createMessages } from '../../src/schema/webhook/create-messages.ts';
import { percentile } from './report.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stage, until } from './stage.ts';
import { createSuppliers } from './supplier.ts';

const BARE_WORKER = fileURLToPath(new URL('bare-worker.ts', import.meta.url));
const SUBSCRIPTIONS = 10;
const WAIT_MS = 120_000;
const AIM = 0.5;

/**
 * Callbacks per second out of a backlog: ours, signed and logged, beside a task of graphile-worker
 * that only posts, by turns. Counted from a tenth of the way on, when both are warm.
 */
export async function measureDrain(stage: Stage, backlog: number, runs: number): Promise<void> {
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let run = 0; run < runs; run++) {
    rates.bare.push(await drainBare(stage, backlog));
    rates.ours.push(await drainOurs(stage, backlog));
  }
  const [ours, bare] = [percentile(rates.ours, 0.5), percentile(rates.bare, 0.5)];
  const { report } = stage;
  report.figure(`callbacks, ${backlog} drained over ${SUBSCRIPTIONS} subscriptions`, `${ours.toFixed(0)}/s`);
  report.figure('bare POST tasks of graphile-worker', `${bare.toFixed(0)}/s`);
  report.target('ratio', (ours / bare).toFixed(2), `≥ ${AIM.toFixed(2)}`, ours / bare >= AIM);
}

async function drainOurs(stage: Stage, backlog: number): Promise<number> {
  const receiver = await startReceiver();
  const urls = Array.from({ length: SUBSCRIPTIONS }, () => receiver.url);
  const [supplier] = await createSuppliers(stage.database, 1, urls);
  const setUp = await stage.database.prisma.event.count({
    where: { accountId: supplier!.accountId },
  });
  const events = Math.ceil(backlog / SUBSCRIPTIONS) - setUp;
  for (let number = 0; number < events; number++) {
    await createProduct(supplier!.context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' });
  }
  while ((await createMessages(stage.database.pool, supplier!.accountId)).isMore);
  const worker = await stage.start('worker');
  const rate = await drained(receiver, (setUp + events) * SUBSCRIPTIONS);
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
  if (!isDrained) throw new Error(`only ${receiver.arrivals.size} of ${count} callbacks came`);
  const times = [...receiver.arrivals.values()].map((arrival) => arrival.times[0]!);
  const from = Math.floor(times.length / 10);
  return (times.length - 1 - from) / ((times.at(-1)! - times[from]!) / 1_000);
}
