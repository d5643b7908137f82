import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { isAllSent } from '../audit.ts';
import { inLanes, steadily } from '../load.ts';
import { cpuOfFamily, postgresPid } from '../processes.ts';
import { startReceiver } from '../receiver.ts';
import { percentile } from '../report.ts';
import type { Role } from '../service-process.ts';
import { readScript } from '../script.ts';
import { onStage, type Stage, until } from '../stage.ts';
import { createSuppliers, headersOf, newDelivery, type Supplier } from '../supplier.ts';
import { measureDrain } from './drain.ts';

const PARTS: Record<string, (stage: Stage) => Promise<void>> = {
  async steady(stage) {
    await measureSteady(stage, 'one process', ['all']);
    await measureSteady(stage, 'split', ['api', 'worker']);
  },
  drain: (stage) => measureDrain(stage, { accounts: 1, subscriptions: 10, messages: backlog, aim: 1 }, RUNS),
  accounts: (stage) =>
    measureDrain(stage, { accounts: backlog / 5, subscriptions: 1, messages: backlog, aim: 0.5 }, RUNS),
  async writes(stage) {
    await measureWrites(stage, 'all', 'one process');
    await measureWrites(stage, 'api', 'API alone');
  },
};

const script = readScript(
  'chaos:latency',
  'How fast do callbacks follow their changes, and what do they cost?',
  {
    seconds: ['duration of steady events, in one process and split', 60, 1],
    rate: ['events per second', 20, 20],
    backlog: ['pending messages to drain', 5_000, 100],
    writes: ['deliveries created in each throughput run', 2_000, 40],
  },
  Object.keys(PARTS),
);
const { smoke, only = Object.keys(PARTS), seconds, rate, backlog, writes } = script;
const CLIENTS = 16;
const WRITES_PER_ACCOUNT = 200;
const RUNS = smoke ? 1 : 5;
const agent = new Agent({ connections: CLIENTS });

await onStage(script, async (stage) => {
  for (const part of only) await PARTS[part]!(stage);
});

/**
 * Measures from the start of the change's transaction, which is its event's timestamp, to the request at the
 * receiver. This includes the commit and the response to the client.
 */
async function measureSteady(stage: Stage, layout: string, roles: Role[]): Promise<void> {
  const { report, database } = stage;
  const receiver = await startReceiver(stage);
  // Enough accounts to keep each below its plan's limit per minute.
  const suppliers = await createSuppliers(database, Math.ceil(rate / 4), { urls: [receiver.url] });
  const processes = await Promise.all(roles.map((role) => stage.start(role)));
  const { url } = processes[0]!;
  await until(() => isAllSent(database), 30_000);
  const create = (number: number) => createDelivery(url, suppliers[number % suppliers.length]!);
  await inLanes(suppliers.length, suppliers.length * (smoke ? 1 : 4), create);
  await sleep(1_000);
  receiver.latencies.length = 0;
  const before = receiver.arrivals.size;
  const count = seconds * rate;
  const pids = [processes.at(-1)!.pid, await postgresPid(database)];
  const idle = await Promise.all(pids.map(cpuOfFamily));
  const answers = await steadily(rate, (number) => number >= count, create);
  const written = answers.filter(Boolean).length;
  const isComplete = await until(() => receiver.arrivals.size - before >= written, 30_000);
  const busy = await Promise.all(pids.map(cpuOfFamily));
  for (const process of processes) await process.end('SIGTERM');

  const [worker, server] = busy.map((milliseconds, at) => ((milliseconds - idle[at]!) / written).toFixed(2));
  const { latencies } = receiver;
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  const isWhole = isComplete && latencies.length === count;
  report.guarantee(`${layout}: callbacks of ${count} events`, latencies.length, isWhole);
  report.target(`${layout}: p50`, `${p50} ms`, '≤ 20 ms', p50 <= 20);
  report.target(`${layout}: p99`, `${p99} ms`, '≤ 100 ms', p99 <= 100);
  report.figure(`${layout}: slowest`, `${Math.max(...latencies)} ms`);
  report.figure(`${layout}: CPU per event`, `${worker} ms of ${roles.at(-1)}, ${server} ms of PostgreSQL`);
}

/**
 * Measures POST /deliveries per second with one subscription and with none, alternately: on an API whose
 * worker is on another machine, and in one process that also sends callbacks on the same two cores.
 */
async function measureWrites(stage: Stage, role: 'api' | 'all', where: string): Promise<void> {
  const receiver = await startReceiver(stage, { isBare: true });
  const service = await stage.start(role);
  const accounts = Math.ceil(writes / WRITES_PER_ACCOUNT);
  const rates = { without: [] as number[], with: [] as number[] };
  for (let run = 0; run <= RUNS; run++) {
    for (const which of ['without', 'with'] as const) {
      const urls = which === 'with' ? [receiver.url] : [];
      const suppliers = await createSuppliers(stage.database, accounts, { urls });
      const perSecond = await writesPerSecond(service.url, suppliers);
      // The first round is only a warm-up.
      if (run > 0 || smoke) rates[which].push(perSecond);
      if (role === 'all') await until(() => isAllSent(stage.database), 60_000);
    }
  }
  await service.end('SIGTERM');
  const [without, beside] = [percentile(rates.without, 0.5), percentile(rates.with, 0.5)];
  stage.report.figure(`${where}: POST /deliveries, no subscription`, `${without.toFixed(0)}/s`);
  stage.report.figure(`${where}: POST /deliveries, one subscription`, `${beside.toFixed(0)}/s`);
  stage.report.target(`${where}: ratio`, (beside / without).toFixed(2), '≥ 0.85', beside / without >= 0.85);
}

async function writesPerSecond(url: string, suppliers: Supplier[]): Promise<number> {
  const started = performance.now();
  await inLanes(CLIENTS, writes, async (number) => {
    if (!(await createDelivery(url, suppliers[number % suppliers.length]!))) throw new Error('refused');
  });
  return writes / ((performance.now() - started) / 1_000);
}

async function createDelivery(url: string, supplier: Supplier): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/deliveries`, {
    method: 'POST',
    dispatcher: agent,
    headers: headersOf(supplier),
    body: JSON.stringify(newDelivery(supplier)),
  });
  await response.arrayBuffer();
  return response.status === 201;
}
