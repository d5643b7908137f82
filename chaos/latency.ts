import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { Agent, fetch } from 'undici';
import { measureDrain } from './stage/drain.ts';
import { startReceiver } from './stage/receiver.ts';
import { percentile } from './stage/report.ts';
import { onStage, type Stage, until } from './stage/stage.ts';
import { createSuppliers, type Supplier } from './stage/supplier.ts';

const { smoke, ...options } = new Command('chaos:latency')
  .description('Measures how fast callbacks follow their changes, and what they cost.')
  .option('--smoke', 'a few seconds, small numbers', false)
  .option('--seconds <count>', 'duration of steady events, in one process and split', Number, 60)
  .option('--rate <count>', 'events per second', Number, 20)
  .option('--backlog <count>', 'pending messages to drain', Number, 5_000)
  .option('--writes <count>', 'deliveries created in each throughput run', Number, 2_000)
  .option('--only <part>', 'steady, drain, accounts or writes')
  .parse()
  .opts<{
    smoke: boolean;
    seconds: number;
    rate: number;
    backlog: number;
    writes: number;
    only?: string;
  }>();
const { seconds, rate, backlog, writes } = smoke
  ? { seconds: 1, rate: 20, backlog: 100, writes: 40 }
  : options;
const CLIENTS = 16;
const WRITES_PER_ACCOUNT = 200;
const RUNS = smoke ? 1 : 5;
const agent = new Agent({ connections: CLIENTS });

await onStage('latency: from a change to its callback', { smoke }, async (stage) => {
  if (wants('steady')) {
    await steady(stage, 'one process');
    await steady(stage, 'split');
  }
  if (wants('drain')) {
    await measureDrain(stage, { accounts: 1, subscriptions: 10, messages: backlog, aim: 1 }, RUNS);
  }
  if (wants('accounts')) {
    await measureDrain(stage, { accounts: backlog / 5, subscriptions: 1, messages: backlog, aim: 0.5 }, RUNS);
  }
  if (wants('writes')) {
    await writeThroughput(stage, 'all', 'one process');
    await writeThroughput(stage, 'api', 'API alone');
  }
});

function wants(part: string): boolean {
  return options.only === undefined || options.only === part;
}

/**
 * Measures from the start of the change's transaction, which is its event's timestamp, to the request at the receiver.
 * This includes the commit and the response to the client.
 */
async function steady(stage: Stage, layout: 'one process' | 'split'): Promise<void> {
  const latencies: number[] = [];
  const receiver = await startReceiver((body) => {
    const { timestamp } = JSON.parse(body) as { timestamp: string };
    latencies.push(Date.now() - Date.parse(timestamp));
    return { afterMs: 0, status: 204 };
  });
  stage.onEnd(receiver.close);
  // Enough accounts to keep each below its plan's limit per minute.
  const suppliers = await createSuppliers(stage.database, Math.max(1, Math.ceil(rate / 4)), [receiver.url]);
  const roles = layout === 'split' ? (['api', 'worker'] as const) : (['all'] as const);
  const processes = await Promise.all(roles.map((role) => stage.start(role)));
  const { url } = processes[0]!;
  await until(() => waitingEvents(stage).then((count) => count === 0), 30_000);
  await warmUp(url, suppliers);
  await sleep(1_000);
  latencies.length = 0;
  const before = receiver.arrivals.size;
  const count = seconds * rate;
  const answers: Promise<boolean>[] = [];
  for (let number = 0, started = performance.now(); number < count; number++) {
    await sleep(Math.max(0, started + (number * 1_000) / rate - performance.now()));
    answers.push(createDelivery(url, suppliers[number % suppliers.length]!));
  }
  const refused = (await Promise.all(answers)).filter((isDone) => !isDone).length;
  const isComplete = await until(() => receiver.arrivals.size - before >= count - refused, 30_000);
  for (const process of processes) await process.end('SIGTERM');

  const { report } = stage;
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  report.guarantee(
    `${layout}: callbacks of ${count} events`,
    latencies.length,
    isComplete && latencies.length === count,
  );
  report.target(`${layout}: p50`, `${p50} ms`, '≤ 20 ms', p50 <= 20);
  report.target(`${layout}: p99`, `${p99} ms`, '≤ 100 ms', p99 <= 100);
  report.figure(`${layout}: slowest`, `${Math.max(...latencies)} ms`);
}

async function warmUp(url: string, suppliers: Supplier[]): Promise<void> {
  for (let round = 0; round < (smoke ? 1 : 4); round++) {
    await Promise.all(suppliers.map((supplier) => createDelivery(url, supplier)));
  }
}

async function waitingEvents({ database }: Stage): Promise<number> {
  const events = await database.prisma.event.count({ where: { NOT: { recipients: { isEmpty: true } } } });
  return events + (await database.prisma.webhookMessage.count({ where: { status: 'pending' } }));
}

/**
 * Measures POST /deliveries per second with one subscription and with none, alternately: on an API whose worker is on
 * another machine, and in one process that also sends callbacks on the same two cores.
 */
async function writeThroughput(stage: Stage, role: 'api' | 'all', where: string): Promise<void> {
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const service = await stage.start(role);
  const accounts = Math.ceil(writes / WRITES_PER_ACCOUNT);
  const rates = { without: [] as number[], with: [] as number[] };
  for (let run = 0; run <= RUNS; run++) {
    for (const which of ['without', 'with'] as const) {
      const urls = which === 'with' ? [receiver.url] : [];
      const suppliers = await createSuppliers(stage.database, accounts, urls);
      const perSecond = await writesPerSecond(service.url, suppliers);
      // The first round is only a warm-up.
      if (run > 0 || smoke) rates[which].push(perSecond);
      if (role === 'all') await until(() => waitingEvents(stage).then((count) => count === 0), 60_000);
    }
  }
  await service.end('SIGTERM');
  const [without, beside] = [percentile(rates.without, 0.5), percentile(rates.with, 0.5)];
  stage.report.figure(`${where}: POST /deliveries, no subscription`, `${without.toFixed(0)}/s`);
  stage.report.figure(`${where}: POST /deliveries, one subscription`, `${beside.toFixed(0)}/s`);
  stage.report.target(`${where}: ratio`, (beside / without).toFixed(2), '≥ 0.85', beside / without >= 0.85);
}

async function writesPerSecond(url: string, suppliers: Supplier[]): Promise<number> {
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (next < writes) {
        const isDone = await createDelivery(url, suppliers[next++ % suppliers.length]!);
        if (!isDone) throw new Error('a delivery was refused');
      }
    }),
  );
  return writes / ((performance.now() - started) / 1_000);
}

async function createDelivery(url: string, supplier: Supplier): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/deliveries`, {
    method: 'POST',
    dispatcher: agent,
    headers: { Authorization: `Bearer ${supplier.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      supermarket_id: supplier.supermarketId,
      subchain_id: supplier.branchId,
      products: supplier.productIds.map((product_id) => ({ product_id, quantity: 10 })),
      delivery_date: '2099-12-31',
    }),
  });
  await response.arrayBuffer();
  return response.status === 201;
}
