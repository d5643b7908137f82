import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { audit } from '../chaos/stage/audit.ts';
import { startReceiver } from '../chaos/stage/receiver.ts';
import { onStage, until } from '../chaos/stage/stage.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import { createLoad, write } from '../chaos/stage/writes.ts';
import { connect } from '../src/database/connect.ts';
import { migrate } from '../src/database/migrate.ts';
import { createPair } from './pair.ts';

const BACK_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 2_000;

const { postgres, failovers, clients, asynchronous } = new Command('scale:failover')
  .description('Freezes the primary under load and promotes its standby, repeatedly.')
  .option('--postgres <folder>', 'programs of PostgreSQL', '/usr/lib/postgresql/15/bin')
  .option('--failovers <count>', 'failovers', Number, 3)
  .option('--clients <count>', 'number of writing clients', Number, 6)
  .option('--asynchronous', 'replicate asynchronously, and count lost writes', false)
  .parse()
  .opts<{ postgres: string; failovers: number; clients: number; asynchronous: boolean }>();

const title = `failover: ${asynchronous ? 'asynchronous' : 'synchronous'} replication`;
await onStage(title, { smoke: false }, async (stage) => {
  const { report } = stage;
  const pair = await createPair(postgres, { isSynchronous: !asynchronous, onEnd: stage.onEnd });
  await migrate(pair.url);
  const database = connect(pair.url, { max: 5 });
  stage.onEnd(() => database.close());
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const suppliers = await createSuppliers(database, clients, [receiver.url]);
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const service = await stage.start('all', { DATABASE_URL: pair.url, SECRETS_KEY });

  const load = createLoad();
  let isWriting = true;
  const writing = Promise.all(
    suppliers.map(async (supplier) => {
      while (isWriting) await write(service.url, supplier, 1, load);
    }),
  );
  const backAfterMs: number[] = [];
  const answeredAfterMs: number[] = [];
  let untrue = 0;
  for (let done = 0; done < failovers; done++) {
    await sleep(3_000);
    await pair.stopPrimary();
    answeredAfterMs.push(await slowestAnswer(service.url, suppliers[0]!));
    if ((await fetch(`${service.url}/readyz`)).status !== 503) untrue++;
    await pair.promote();
    const promotedAt = performance.now();
    const isBack = async () =>
      (await fetch(`${service.url}/readyz`)).status === 200 &&
      receiver.lastAt() > performance.timeOrigin + promotedAt;
    await until(isBack, 2 * BACK_WITHIN_MS);
    backAfterMs.push(performance.now() - promotedAt);
    await pair.rebuildStandby();
  }
  isWriting = false;
  await writing;
  const counted = {
    ...report,
    guarantee: (name: string, value: string | number) => report.figure(name, value),
  };
  await audit({ ...stage, database, report: asynchronous ? counted : report }, receiver, load);

  report.figure('failovers', failovers);
  const longest = Math.max(...backAfterMs);
  report.guarantee(
    'from the promotion to requests and callbacks at most',
    seconds(longest),
    longest <= BACK_WITHIN_MS,
  );
  const slowest = Math.max(...answeredAfterMs);
  report.guarantee(
    'slowest response while the database was gone',
    seconds(slowest),
    slowest <= ANSWER_WITHIN_MS,
  );
  report.guarantee('times /readyz said 200 meanwhile', untrue, untrue === 0);
  await pair.stopPrimary();
  await sleep(1_000);
  const startedAt = performance.now();
  const { code } = await service.end('SIGTERM');
  const stopped = `exit code ${code} after ${seconds(performance.now() - startedAt)}`;
  report.guarantee('SIGTERM while the database is gone', stopped, code === 0);
});

/** Sends a few requests at once, and returns the time of the slowest response. */
async function slowestAnswer(url: string, { key }: Supplier): Promise<number> {
  const times = Array.from({ length: 5 }, async () => {
    const sentAt = performance.now();
    await fetch(`${url}/api/v1/products`, { headers: { Authorization: `Bearer ${key}` } });
    return performance.now() - sentAt;
  });
  return Math.max(...(await Promise.all(times)));
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
