import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { audit } from '../chaos/stage/audit.ts';
import { type Receiver, startReceiver } from '../chaos/stage/receiver.ts';
import { onStage, until } from '../chaos/stage/stage.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import { createLoad, type Load, write } from '../chaos/stage/writes.ts';
import { connect } from '../src/database/connect.ts';
import { migrate } from '../src/database/migrate.ts';
import { type Loss, type PatroniCluster, startPatroni } from './patroni/cluster.ts';

const BACK_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;
const PROBE_EVERY_MS = 200;
/** Each client writes below its plan's limits per minute and hour. */
const PAUSE_MS = 300;

const LOSSES: Loss[] = ['SIGKILL', 'SIGSTOP', 'switchover'];

const { rounds, clients, only } = new Command('scale:patroni')
  .description('Does the service lose a write, or its way, when Patroni replaces the primary under load?')
  .option('--rounds <count>', 'losses of each kind', Number, 10)
  .option('--only <loss>', `one of ${LOSSES.join(', ')}`)
  .option('--clients <count>', 'number of writing clients', Number, 6)
  .parse()
  .opts<{ rounds: number; clients: number; only?: Loss }>();

await onStage('patroni: two servers behind HAProxy', { smoke: false }, async (stage) => {
  const { report } = stage;
  const cluster = await startPatroni(stage);
  await migrate(cluster.url);
  const database = connect(cluster.url, { max: 5 });
  stage.onEnd(() => database.close());
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const suppliers = await createSuppliers(database, clients + 1, [receiver.url]);
  const reader = suppliers.pop()!;
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const service = await stage.start('all', { DATABASE_URL: cluster.url, SECRETS_KEY });

  const load = createLoad();
  let isWriting = true;
  const writing = Promise.all(
    suppliers.map(async (supplier) => {
      for (; isWriting; await sleep(PAUSE_MS)) await write(service.url, supplier, 1, load);
    }),
  );
  for (const loss of only ? [only] : LOSSES) {
    const times: Times[] = [];
    for (let round = 0; round < rounds; round++) {
      await sleep(3_000);
      times.push(await timesOf(loss, { url: service.url, cluster, receiver, load, reader }));
      process.stderr.write(`${loss} ${round + 1}: ${JSON.stringify(times.at(-1))}\n`);
      await cluster.repair();
    }
    const rangeOf = (name: keyof Times) => times.map((each) => each[name]).filter(Number.isFinite);
    const most = (name: keyof Times) => Math.max(0, ...rangeOf(name));
    report.figure(`${loss}: rounds`, rounds);
    report.figure(`${loss}: from the loss to the first 503`, range(rangeOf('refused')));
    report.figure(`${loss}: from the loss to a new primary`, range(rangeOf('promoted')));
    report.figure(`${loss}: from the loss to a write`, range(rangeOf('written')));
    report.figure(`${loss}: from the loss to a callback`, range(rangeOf('called')));
    const back = Math.max(...times.map((each) => each.whole - each.promoted));
    report.guarantee(`${loss}: everything works after the promotion`, range([back]), back <= BACK_WITHIN_MS);
    const slowest = most('slowest');
    report.guarantee(`${loss}: slowest response`, range([slowest]), slowest <= ANSWER_WITHIN_MS);
    const untrue = times.reduce((sum, each) => sum + each.untrue, 0);
    report.guarantee(`${loss}: times /readyz was 200 while requests failed`, untrue, untrue === 0);
  }
  isWriting = false;
  await writing;
  await audit({ ...stage, database }, receiver, load);

  await cluster.lose('SIGSTOP');
  await sleep(1_000);
  const startedAt = performance.now();
  const { code } = await service.end('SIGTERM');
  const stopped = `exit code ${code} after ${range([performance.now() - startedAt])}`;
  report.guarantee('SIGTERM while the database is gone', stopped, code === 0);
});

/** What happened after a loss, in milliseconds since then. */
interface Times {
  /** The first 503; NaN without one. */
  refused: number;
  promoted: number;
  written: number;
  called: number;
  /** When everything worked again: writes, callbacks, `/readyz`. */
  whole: number;
  /** The duration of the slowest request. */
  slowest: number;
  /** How often `/readyz` said 200 after a 503, with 503 following. */
  untrue: number;
}

interface Scene {
  url: string;
  cluster: PatroniCluster;
  receiver: Receiver;
  load: Load;
  reader: Supplier;
}

async function timesOf(loss: Loss, { url, cluster, receiver, load, reader }: Scene): Promise<Times> {
  const lostAt = Date.now();
  const since = () => Date.now() - lostAt;
  const times: Times = {
    refused: NaN,
    promoted: NaN,
    written: NaN,
    called: NaN,
    whole: NaN,
    slowest: 0,
    untrue: 0,
  };
  let isOver = false;
  const pending = new Set<Promise<void>>();
  async function probe(): Promise<void> {
    const startedAt = since();
    const headers = { Authorization: `Bearer ${reader.key}` };
    const { status } = await fetch(`${url}/api/v1/products`, { headers });
    times.slowest = Math.max(times.slowest, since() - startedAt);
    if (status !== 503) return;
    if (Number.isNaN(times.refused)) times.refused = since();
    const [ready, again] = [await fetch(`${url}/readyz`), await fetch(`${url}/api/v1/products`, { headers })];
    if (ready.status === 200 && again.status === 503) times.untrue++;
  }
  async function probeOften(): Promise<void> {
    for (; !isOver; await sleep(PROBE_EVERY_MS)) {
      const one = probe();
      pending.add(one);
      void one.finally(() => pending.delete(one));
    }
  }
  const probing = probeOften();
  await cluster.lose(loss);
  const promotedAt = await cluster.promoted();
  times.promoted = promotedAt - lostAt;
  const written = until(() => load.lastAt > promotedAt, 2 * BACK_WITHIN_MS).then(
    () => (times.written = since()),
  );
  const called = until(() => receiver.lastAt() > promotedAt, 2 * BACK_WITHIN_MS).then(
    () => (times.called = since()),
  );
  const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;
  await Promise.all([written, called, until(isReady, 2 * BACK_WITHIN_MS)]);
  times.whole = since();
  isOver = true;
  await probing;
  await Promise.all(pending);
  return times;
}

function range(ms: number[]): string {
  if (ms.length === 0) return 'none';
  const [least, most] = [Math.min(...ms), Math.max(...ms)].map((each) => (each / 1_000).toFixed(1));
  return least === most ? `${most} s` : `${least} to ${most} s`;
}
