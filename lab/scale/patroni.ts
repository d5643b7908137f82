import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../audit.ts';
import { startClients } from '../clients.ts';
import { steadily } from '../load.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import type { Report } from '../report.ts';
import { readScript } from '../script.ts';
import { onStage, until } from '../stage.ts';
import { createSuppliers, headersOf, type Supplier } from '../supplier.ts';
import type { Load } from '../writes.ts';
import { connect } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type Loss, type PatroniCluster, startPatroni } from './patroni-cluster.ts';

const BACK_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;
const PROBES_PER_S = 5;
/** The interval of each client's writes, below its plan's limits per minute and hour. */
const WRITE_EVERY_MS = 300;
const LOSSES: Loss[] = ['SIGKILL', 'SIGSTOP', 'switchover'];

const script = readScript(
  'scale:patroni',
  'Does the service lose a write, or its way, when Patroni replaces the primary under load?',
  {
    rounds: ['losses of each kind', 10],
    minutes: ['start no round after', 60],
    clients: ['number of writing clients', 6],
  },
  LOSSES,
);
const { rounds, minutes, clients } = script;
const losses = LOSSES.filter((loss) => script.only?.includes(loss) ?? true);

await onStage(script, async (stage) => {
  const { report } = stage;
  const cluster = await startPatroni(stage);
  await migrate(cluster.url);
  const database = connect(cluster.url, { max: 5 });
  stage.onEnd(() => database.close());
  const receiver = await startReceiver(stage);
  const suppliers = await createSuppliers(database, clients + 1, { urls: [receiver.url] });
  const reader = suppliers.pop()!;
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const { url, end } = await stage.start('all', { DATABASE_URL: cluster.url, SECRETS_KEY });
  const { load, stop } = startClients({ suppliers, urlOf: () => url, writeEveryMs: WRITE_EVERY_MS });

  const times = new Map<Loss, Times[]>();
  const latest = performance.now() + minutes * 60_000;
  let isWhole = true;
  for (let round = 0; round < rounds && performance.now() < latest; round++) {
    for (const loss of losses) {
      if (!isWhole) continue;
      await sleep(3_000);
      const each = await timesOf(loss, { url, cluster, receiver, load, reader });
      times.set(loss, [...(times.get(loss) ?? []), each]);
      process.stderr.write(`${loss} ${round + 1}: ${JSON.stringify(each)}\n`);
      isWhole = await cluster.repair();
    }
  }
  for (const [loss, all] of times) reportOn(loss, all, report);
  await stop();
  await audit({ report, database }, receiver, load);

  await cluster.lose('SIGSTOP');
  await sleep(1_000);
  const startedAt = performance.now();
  const code = await end('SIGTERM');
  const stopped = `exit code ${code} after ${range([performance.now() - startedAt])}`;
  report.guarantee('SIGTERM while the database is gone', stopped, code === 0);
});

function reportOn(loss: Loss, times: Times[], report: Report): void {
  const of = (name: keyof Times) => times.map((each) => each[name]).filter(Number.isFinite);
  report.figure(`${loss}: rounds`, times.length);
  report.figure(`${loss}: from the loss to the first 503`, range(of('refused')));
  report.figure(`${loss}: from the loss to a new primary`, range(of('promoted')));
  report.figure(`${loss}: from the loss to a write`, range(of('written')));
  report.figure(`${loss}: from the loss to a callback`, range(of('called')));
  const back = times.map(({ whole, promoted }) => whole - promoted);
  const isBack = Math.max(...back) <= BACK_WITHIN_MS;
  report.guarantee(`${loss}: from a new primary until all works`, range(back), isBack);
  const isPrompt = Math.max(...of('slowest')) <= ANSWER_WITHIN_MS;
  report.guarantee(`${loss}: slowest response`, range(of('slowest')), isPrompt);
  const untrue = of('untrue').reduce((sum, count) => sum + count, 0);
  report.none(`${loss}: times /readyz was 200 while requests failed`, untrue);
}

/** The times after a loss of the primary, in milliseconds since the loss. */
interface Times {
  /** The time of the first 503; NaN without one. */
  refused: number;
  promoted: number;
  written: number;
  called: number;
  /** When everything worked again: writes, callbacks, `/readyz`. */
  whole: number;
  /** The duration of the slowest request. */
  slowest: number;
  /** How often `/readyz` returned 200 after a 503, with another 503 following. */
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
  const seen = { refused: NaN, slowest: 0, untrue: 0 };
  let isOver = false;
  // 0 if the connection was closed, as an idle one can be at any moment.
  const statusOf = (path: string) =>
    fetch(`${url}${path}`, { headers: headersOf(reader) }).then(
      ({ status }) => status,
      () => 0,
    );
  const probing = steadily(
    PROBES_PER_S,
    () => isOver,
    async () => {
      const startedAt = since();
      const status = await statusOf('/api/v1/products');
      seen.slowest = Math.max(seen.slowest, since() - startedAt);
      if (status !== 503) return;
      if (Number.isNaN(seen.refused)) seen.refused = since();
      if ((await statusOf('/readyz')) === 200 && (await statusOf('/api/v1/products')) === 503) seen.untrue++;
    },
  );
  await cluster.lose(loss);
  const promotedAt = await cluster.promoted();
  const whenTrue = async (condition: () => Promise<boolean> | boolean) => {
    await until(condition, 2 * BACK_WITHIN_MS);
    return since();
  };
  const [written, called] = await Promise.all([
    whenTrue(() => load.lastAt > promotedAt),
    whenTrue(() => receiver.counts.lastAt > promotedAt),
    whenTrue(async () => (await statusOf('/readyz')) === 200),
  ]);
  const whole = since();
  isOver = true;
  await probing;
  return { ...seen, promoted: promotedAt - lostAt, written, called, whole };
}

function range(ms: number[]): string {
  if (ms.length === 0) return 'none';
  const [least, most] = [Math.min(...ms), Math.max(...ms)].map((each) => (each / 1_000).toFixed(1));
  return least === most ? `${most} s` : `${least} to ${most} s`;
}
