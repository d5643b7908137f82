import { Command } from 'commander';
import { deleteSubscription } from '../src/schema/webhook/delete-subscription.ts';
import { recoverMessages } from '../src/schema/webhook/recover-messages.ts';
import { attack, failedMessages, startSlowEndpoint } from './stage/attacks.ts';
import { residentBytes } from './stage/memory.ts';
import { createSubscriber, type Measured, type Subscriber } from './stage/subscriber.ts';
import { startReceiver } from './stage/receiver.ts';
import type { ServiceProcess } from './stage/service-process.ts';
import { onStage, type Stage, until } from './stage/stage.ts';
import { createSuppliers } from './stage/supplier.ts';
import { createProduct } from '../src/schema/product/create-product.ts';

const { smoke, ...options } = new Command('chaos:tenants')
  .description('Measures the callbacks of an account beside accounts that try to delay them.')
  .option('--smoke', 'a few seconds, small numbers', false)
  .option('--events <count>', 'events of the neighbour, in each measurement', Number, 300)
  .option('--rate <count>', 'events per second', Number, 20)
  .option('--recovered <count>', 'messages to recover at once', Number, 200_000)
  .option('--only <part>', 'hostile, recipients, slow, names, recover or killed')
  .parse()
  .opts<{ smoke: boolean; events: number; rate: number; recovered: number; only?: string }>();
const { events, rate, recovered } = smoke ? { events: 20, rate: 20, recovered: 2_000 } : options;
const SCALE = smoke ? 0.05 : 1;
const LATE_MS = 9_000;
const AGAIN_WITHIN_S = 30;
const WAIT_MS = 60_000;
const GROWTH_MIB = 100;
const SILENT = { NODE_OPTIONS: `--import ${new URL('stage/silent-names.ts', import.meta.url).href}` };

await onStage('tenants: an account beside hostile ones', { smoke }, async (stage) => {
  if (wants('hostile')) await hostile(stage);
  if (wants('recipients'))
    await beside(stage, 'recipients', async () => {
      const { url, close } = await startReceiver();
      stage.onEnd(close);
      await attack(stage, urls(url, 1_500), Math.ceil(180 * SCALE));
    });
  if (wants('slow'))
    await beside(stage, 'slow', async () => {
      await attack(stage, urls(await startSlowEndpoint(stage, LATE_MS), 140), Math.ceil(40 * SCALE));
    });
  if (wants('names'))
    await beside(stage, 'names', async () => {
      const names = Array.from({ length: 8 }, (_, number) => `http://silent-${number}.example/`);
      await attack(stage, names, 1);
    });
  if (wants('recover')) await recover(stage);
  if (wants('killed')) await killed(stage);
});

function wants(part: string): boolean {
  return options.only === undefined || options.only === part;
}

function urls(url: string, count: number): string[] {
  return Array.from({ length: Math.ceil(count * SCALE) }, () => url);
}

/** Three accounts at once: two with slow endpoints, one with names that cannot be resolved. */
async function hostile(stage: Stage): Promise<void> {
  const worker = await stage.start('worker', SILENT);
  const neighbour = await createSubscriber(stage, rate);
  const alone = await warmed(neighbour, 'hostile: alone');
  const slow = await startSlowEndpoint(stage, LATE_MS);
  const silent = Array.from({ length: 150 }, (_, number) => `http://silent-${number}.example/`);
  await attack(stage, urls(slow, 150), 4);
  await attack(stage, urls(slow, 150), 4);
  await attack(stage, silent.slice(0, 150 * SCALE), 4);
  const { p99 } = await neighbour.measure('hostile: beside three accounts', events);
  stage.report.target('hostile: p99 : alone', (p99 / alone.p99).toFixed(2), '≤ 1.5', p99 <= 1.5 * alone.p99);
  await leave(stage, worker);
}

/** Ends the worker and removes the accounts, whose messages would be part of the next attack. */
async function leave({ database }: Stage, worker: ServiceProcess): Promise<void> {
  await worker.end('SIGKILL');
  await database.pool.query('TRUNCATE accounts CASCADE');
}

async function beside(stage: Stage, name: string, start: () => Promise<unknown>): Promise<void> {
  const worker = await stage.start('worker', SILENT);
  const neighbour = await createSubscriber(stage, rate);
  const alone = await warmed(neighbour, `${name}: alone`);
  await start();
  judge(stage, name, alone, await neighbour.measure(`${name}: beside the attack`, events));
  await leave(stage, worker);
}

async function warmed(neighbour: Subscriber, name: string): Promise<Measured> {
  await neighbour.measure(`${name}, warming up`, Math.ceil(events / 4));
  return neighbour.measure(name, events);
}

function judge({ report }: Stage, name: string, alone: Measured, found: Measured): void {
  const aims = [5 * alone.p50 + 50, 5 * alone.p95 + 100] as const;
  report.target(`${name}: p50`, `${found.p50} ms`, `≤ ${aims[0]} ms`, found.p50 <= aims[0]);
  report.target(`${name}: p95`, `${found.p95} ms`, `≤ ${aims[1]} ms`, found.p95 <= aims[1]);
}

/** Recovers many messages, and then deletes their subscription. */
async function recover(stage: Stage): Promise<void> {
  const worker = await stage.start('worker', SILENT);
  const neighbour = await createSubscriber(stage, rate);
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const [{ context, accountId }, id] = await failedMessages(stage, receiver.url, recovered);
  const alone = await warmed(neighbour, 'recover: alone');
  const before = await residentBytes(worker.pid);
  let most = before;
  const watching = setInterval(
    () => void residentBytes(worker.pid).then((bytes) => (most = Math.max(most, bytes))),
    200,
  );

  const timed = async (what: string, work: Promise<unknown>) => {
    const began = performance.now();
    const answer = await work;
    stage.report.figure(
      `recover: ${what}`,
      `after ${Math.round(performance.now() - began)} ms: ${String(answer)}`,
    );
  };
  await timed('response of the recovery, with the count so far', recoverMessages(context, id, {}));
  judge(stage, 'recover', alone, await neighbour.measure('recover: beside it', events));
  await timed('response of the deletion', deleteSubscription(context, id));
  judge(stage, 'deletion', alone, await neighbour.measure('deletion: beside it', events));
  const left = () => stage.database.prisma.webhookMessage.count({ where: { accountId } });
  const isGone = await until(async () => (await left()) === 0, 300_000);
  clearInterval(watching);
  stage.report.guarantee('recover: messages left of the subscription', await left(), isGone);
  const growth = (most - before) / 2 ** 20;
  stage.report.target(
    'recover: growth of the worker',
    `${growth.toFixed(0)} MiB`,
    `≤ ${GROWTH_MIB} MiB`,
    growth <= GROWTH_MIB,
  );
  await leave(stage, worker);
}

/** Runs two workers, one of which is killed while it sends for many accounts. */
async function killed(stage: Stage): Promise<void> {
  const accounts = Math.ceil(50 * SCALE);
  let isKilled = false;
  const endpoint = await startReceiver(() => ({ afterMs: isKilled ? 0 : 2 * WAIT_MS, status: 204 }));
  stage.onEnd(endpoint.close);
  const victim = await stage.start('worker', { WEBHOOK_TIMEOUT_MS: String(2 * WAIT_MS) });
  const suppliers = await createSuppliers(stage.database, accounts, [endpoint.url]);
  const publish = () =>
    Promise.all(
      suppliers.map(({ context }) =>
        createProduct(context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' }),
      ),
    );
  for (let round = 0; round < 5; round++) await publish();
  const claimed = () =>
    stage.database.pool.query('SELECT FROM webhook_runs').then(({ rowCount }) => rowCount!);
  await until(async () => (await claimed()) >= accounts && endpoint.inFlight() >= accounts, WAIT_MS);
  const held = await claimed();
  const other = await stage.start('worker');
  await victim.end('SIGKILL');
  isKilled = true;
  const killedAt = Date.now();
  await publish();
  const { webhookMessage, event } = stage.database.prisma;
  const isDone = await until(
    async () =>
      (await webhookMessage.count({ where: { status: 'pending' } })) === 0 &&
      (await event.count({ where: { NOT: { recipients: { isEmpty: true } } } })) === 0,
    AGAIN_WITHIN_S * 1_000 + WAIT_MS,
  );
  const firsts = suppliers.map((supplier) => firstAfter(stage, supplier.accountId, killedAt));
  const longest = Math.max(...(await Promise.all(firsts))) / 1_000;
  stage.report.figure('killed: accounts that the killed worker sent for', held);
  stage.report.guarantee('killed: all is sent', isDone ? 'yes' : 'no', isDone);
  const isSoon = longest <= AGAIN_WITHIN_S;
  stage.report.guarantee(
    'killed: longest until an account continues',
    `${longest.toFixed(1)} s of ${AGAIN_WITHIN_S}`,
    isSoon,
  );
  await leave(stage, other);
}

async function firstAfter({ database }: Stage, accountId: bigint, at: number): Promise<number> {
  const { rows } = await database.pool.query<{ first: Date | null }>(
    'SELECT min(attempted_at) AS first FROM webhook_attempts WHERE account_id = $1 AND attempted_at > $2',
    [accountId, new Date(at)],
  );
  return rows[0]!.first ? rows[0]!.first.getTime() - at : Number.POSITIVE_INFINITY;
}
