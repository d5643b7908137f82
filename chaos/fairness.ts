import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { createProduct } from '../src/schema/product/create-product.ts';
import { createSubscription } from '../src/schema/webhook/create-subscription.ts';
import { startReceiver } from './stage/receiver.ts';
import { percentile } from './stage/report.ts';
import { onStage, type Stage, until } from './stage/stage.ts';
import { createSuppliers, type Supplier } from './stage/supplier.ts';

const { smoke, ...options } = new Command('chaos:fairness')
  .description(
    'Measures a healthy endpoint alone, beside a hanging and a dripping one, and beside slow ones too.',
  )
  .option('--smoke', 'a few seconds, small numbers', false)
  .option('--seconds <count>', 'duration of steady events, alone and beside each kind', Number, 60)
  .option('--rate <count>', 'events per second to each endpoint', Number, 20)
  .option('--timeout <ms>', 'WEBHOOK_TIMEOUT_MS', Number, 10_000)
  .parse()
  .opts<{ smoke: boolean; seconds: number; rate: number; timeout: number }>();
const { seconds, rate, timeout } = smoke ? { seconds: 1, rate: 20, timeout: 10_000 } : options;
const AIM = 1.5;
const DRIP_MS = 500;
/** With four slots, the endpoint accepts fewer callbacks than arrive at the usual rate. */
const SLOW_MS = 300;

await onStage('fairness: a healthy endpoint beside bad ones', { smoke }, async (stage) => {
  const worker = await stage.start('worker', { WEBHOOK_TIMEOUT_MS: String(timeout) });
  const [supplier] = (await createSuppliers(stage.database, 1)) as [Supplier];
  const healthy = await startReceiver((body) => {
    const { timestamp } = JSON.parse(body) as { timestamp: string };
    latencies.push(Date.now() - Date.parse(timestamp));
    return { afterMs: 0, status: 204 };
  });
  stage.onEnd(healthy.close);
  const latencies: number[] = [];
  await subscribe(supplier, healthy.url);
  const warm = await publish(supplier, Math.ceil(rate / 2));
  await until(() => healthy.arrivals.size >= warm, 60_000);
  const alone = await measure('alone');
  for (const answer of ['never', 'in drips'] as const) {
    await subscribe(supplier, await startBadEndpoint(stage, answer));
  }
  const beside = await measure('beside both');
  await reportWaiting('the other two');
  for (let count = 0; count < 2; count += 1) {
    await subscribe(supplier, await startBadEndpoint(stage, 'late'));
  }
  const besideSlow = await measure('beside two slow ones too');
  await reportWaiting('the other four');

  async function measure(name: string): Promise<number> {
    const before = healthy.arrivals.size;
    latencies.length = 0;
    const count = await publish(supplier, seconds * rate);
    const isComplete = await until(() => healthy.arrivals.size - before >= count, 60_000);
    stage.report.guarantee(`${name}: callbacks of ${count} events`, latencies.length, isComplete);
    stage.report.figure(`${name}: p50`, `${percentile(latencies, 0.5)} ms`);
    stage.report.figure(`${name}: p99`, `${percentile(latencies, 0.99)} ms`);
    return percentile(latencies, 0.99);
  }

  async function reportWaiting(whom: string): Promise<void> {
    const waiting = await stage.database.prisma.webhookMessage.count({ where: { status: 'pending' } });
    stage.report.figure(`messages waiting for ${whom}`, waiting);
  }

  function aim(name: string, p99: number): void {
    stage.report.target(name, (p99 / alone).toFixed(2), `≤ ${AIM}`, p99 <= AIM * alone);
  }

  aim('p99 beside both : alone', beside);
  aim('p99 beside all four : alone', besideSlow);
  await worker.end('SIGKILL');
});

async function subscribe({ context }: Supplier, url: string): Promise<void> {
  await createSubscription(context, { url, events: ['product.created'] });
}

/** Publishes `count` events at a steady rate. Returns how many. */
async function publish({ context }: Supplier, count: number): Promise<number> {
  const written: Promise<unknown>[] = [];
  for (let number = 0, started = performance.now(); number < count; number++) {
    await sleep(Math.max(0, started + (number * 1_000) / rate - performance.now()));
    written.push(createProduct(context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' }));
  }
  await Promise.all(written);
  return count;
}

/**
 * Starts an endpoint that accepts callbacks and never responds, responds a byte at a time without end, or responds
 * correctly but late. Returns its URL.
 */
async function startBadEndpoint(stage: Stage, answer: 'never' | 'in drips' | 'late'): Promise<string> {
  const server = createServer((_request, response) => {
    if (answer === 'never') return;
    if (answer === 'late') return void setTimeout(() => response.writeHead(204).end(), SLOW_MS);
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), DRIP_MS);
    response.once('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.onEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
