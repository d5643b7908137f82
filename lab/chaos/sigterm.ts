import { isAllSent } from '../audit.ts';
import { startReceiver } from '../receiver.ts';
import { readScript } from '../script.ts';
import { onStage, type Stage, until } from '../stage.ts';
import { createSuppliers, publish } from '../supplier.ts';

const GRACE_MS = 5_000;
const SUPPLIERS = 6;

const script = readScript(
  'chaos:sigterm',
  'Does a worker that is stopped finish its callbacks and leave nothing behind?',
  {
    rounds: ['workers stopped', 5, 1],
    respondAfter: ['milliseconds that the receiver takes', 1_000, 300],
    timeout: ['WEBHOOK_TIMEOUT_MS', 3_000, 1_000],
  },
);
const { rounds, respondAfter, timeout } = script;

await onStage(script, async (stage) => {
  const { report, database } = stage;
  const receiver = await startReceiver(stage, { behave: () => ({ afterMs: respondAfter, status: 204 }) });
  const suppliers = await createSuppliers(database, SUPPLIERS, { urls: [receiver.url] });
  const found = { longest: 0, unclean: 0, locked: 0, underWay: 0, idle: 0 };
  for (let round = 0; round < rounds; round++) {
    const worker = await stage.start('worker', { WEBHOOK_TIMEOUT_MS: String(timeout) });
    for (const supplier of [...suppliers, ...suppliers]) await publish(supplier);
    await until(() => receiver.counts.inFlight >= SUPPLIERS, 10_000);
    found.underWay += receiver.counts.inFlight;
    if (receiver.counts.inFlight === 0) found.idle++;
    const started = performance.now();
    const code = await worker.end('SIGTERM');
    found.longest = Math.max(found.longest, performance.now() - started);
    if (code !== 0) found.unclean++;
    found.locked += await lockedJobs(stage);
  }
  await stage.start('worker');
  const isSent = await until(() => isAllSent(database), 30_000);
  const repeats = [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times.length - 1, 0);

  report.figure('workers stopped', rounds);
  report.figure('callbacks in progress when they were stopped', found.underWay);
  report.none('workers stopped without a callback in progress', found.idle);
  report.none('exits other than 0', found.unclean);
  report.guarantee(
    'longest stop',
    `${(found.longest / 1_000).toFixed(1)} s of ${(timeout + GRACE_MS) / 1_000}`,
    found.longest <= timeout + GRACE_MS,
  );
  report.none('jobs left locked, and messages left leased', found.locked);
  report.none('callbacks repeated', repeats);
  report.holds('everything sent by the next worker', isSent);
});

async function lockedJobs({ database }: Stage): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NOT NULL)::int
          + (SELECT count(*) FROM webhook_messages WHERE status = 'pending' AND lease IS NOT NULL)::int AS count`,
  );
  return rows[0]!.count;
}
