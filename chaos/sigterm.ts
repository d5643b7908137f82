import { Command } from 'commander';
import { createProduct } from '../src/schema/product/create-product.ts';
import { startReceiver } from './stage/receiver.ts';
import { onStage, type Stage, until } from './stage/stage.ts';
import { createSuppliers } from './stage/supplier.ts';

const { smoke, ...options } = new Command('chaos:sigterm')
  .description('Stops workers with SIGTERM during callbacks; they must finish and leave nothing behind.')
  .option('--smoke', 'a few seconds, small numbers', false)
  .option('--rounds <count>', 'workers stopped', Number, 5)
  .option('--respond-after <ms>', 'how long the receiver takes', Number, 1_000)
  .option('--timeout <ms>', 'WEBHOOK_TIMEOUT_MS', Number, 3_000)
  .parse()
  .opts<{ smoke: boolean; rounds: number; respondAfter: number; timeout: number }>();
const { rounds, respondAfter, timeout } = smoke ? { rounds: 1, respondAfter: 300, timeout: 1_000 } : options;
const GRACE_MS = 5_000;
const SUPPLIERS = 6;

await onStage('sigterm: workers stopped during callbacks', { smoke }, async (stage) => {
  const { report, database } = stage;
  const receiver = await startReceiver(() => ({ afterMs: respondAfter, status: 204 }));
  stage.onEnd(receiver.close);
  const suppliers = await createSuppliers(database, SUPPLIERS, [receiver.url]);
  let longest = 0;
  let unclean = 0;
  let locked = 0;
  let underWay = 0;
  let idle = 0;
  for (let round = 0; round < rounds; round++) {
    const worker = await stage.start('worker', { WEBHOOK_TIMEOUT_MS: String(timeout) });
    for (const { context } of [...suppliers, ...suppliers]) {
      await createProduct(context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' });
    }
    await until(() => receiver.inFlight() >= SUPPLIERS, 10_000);
    underWay += receiver.inFlight();
    if (receiver.inFlight() === 0) idle++;
    const started = performance.now();
    const { code } = await worker.end('SIGTERM');
    longest = Math.max(longest, performance.now() - started);
    if (code !== 0) unclean++;
    locked += await lockedJobs(stage);
  }
  await stage.start('worker');
  const isSent = await until(async () => (await pendingMessages(stage)) === 0, 30_000);
  const repeats = [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times.length - 1, 0);

  report.figure('workers stopped', rounds);
  report.figure('callbacks in progress when they were stopped', underWay);
  report.guarantee('workers stopped without a callback in progress', idle, idle === 0);
  report.guarantee('exits other than 0', unclean, unclean === 0);
  report.guarantee(
    'longest stop',
    `${(longest / 1_000).toFixed(1)} s of ${(timeout + GRACE_MS) / 1_000}`,
    longest <= timeout + GRACE_MS,
  );
  report.guarantee('jobs and accounts left locked', locked, locked === 0);
  report.guarantee('callbacks repeated', repeats, repeats === 0);
  report.guarantee('everything sent by the next worker', isSent ? 'yes' : 'no', isSent);
});

async function lockedJobs({ database }: Stage): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NOT NULL)::int
          + (SELECT count(*) FROM webhook_runs)::int AS count`,
  );
  return rows[0]!.count;
}

function pendingMessages({ database }: Stage): Promise<number> {
  return database.prisma.webhookMessage.count({ where: { status: 'pending' } });
}
