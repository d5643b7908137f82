import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { createProduct } from '../src/schema/product/create-product.ts';
import { peakDuring } from './stage/memory.ts';
import { onStage, type Stage, until } from './stage/stage.ts';
import { createSuppliers, type Supplier } from './stage/supplier.ts';

const MEBIBYTE = 1_048_576;
const SUBSCRIPTIONS = 8;
const DRIP_MS = 50;
/** Ordinary callbacks per bad one, so that the heap reaches its working size first. */
const WARM_UP = 3;

const { smoke, ...options } = new Command('chaos:responses')
  .description(
    'Makes receivers send endless, trickling and compressed-bomb responses; worker memory must stay small.',
  )
  .option('--smoke', 'a few seconds, small numbers', false)
  .option('--callbacks <count>', 'callbacks with such responses', Number, 1_000)
  .option('--growth <MiB>', 'allowed growth of worker memory', Number, 50)
  .parse()
  .opts<{ smoke: boolean; callbacks: number; growth: number }>();
const { callbacks, growth } = smoke ? { callbacks: 24, growth: 200 } : options;

/** A gigabyte of zeros, compressed. */
const BOMB = Buffer.concat(Array.from({ length: 64 }, () => gzipSync(Buffer.alloc(16 * MEBIBYTE))));
const CHUNK = Buffer.alloc(65_536, 'x');

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  endless(response) {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on('drain', pour);
    pour();
  },
  dripping(response) {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), DRIP_MS);
    response.once('close', () => clearInterval(drip));
  },
  bomb(response) {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(BOMB);
  },
  headers(response) {
    response.socket!.write('HTTP/1.1 200 OK\r\n');
    const pour = setInterval(() => response.socket?.write(`x-more: ${'y'.repeat(8_000)}\r\n`), 1);
    response.once('close', () => clearInterval(pour));
  },
};

await onStage('responses: what receivers can do to a worker', { smoke }, async (stage) => {
  const { report, database } = stage;
  const kinds = Object.keys(ANSWERS);
  const counts = new Map(kinds.map((kind) => [kind, 0]));
  const url = await startEndpoint(stage, (response) => {
    const kind = kinds[[...counts.values()].reduce((sum, count) => sum + count, 0) % kinds.length]!;
    counts.set(kind, counts.get(kind)! + 1);
    ANSWERS[kind]!(response);
  });
  const worker = await stage.start('worker', { WEBHOOK_TIMEOUT_MS: '500', WEBHOOK_RETRY_DELAYS: '1' });
  const responded = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  let ordinaryAnswers = 0;
  const fine = await startEndpoint(stage, (response) => {
    ordinaryAnswers++;
    response.writeHead(ordinaryAnswers % 2 === 0 ? 204 : 500).end();
  });

  // Growth up to the peak of ordinary successes and failures is not caused by the bad responses.
  const warm = Array.from({ length: SUBSCRIPTIONS }, () => fine);
  const [ordinary] = (await createSuppliers(database, 1, warm)) as [Supplier];
  const before = await peakDuring(worker, async () => {
    await publish(ordinary, WARM_UP * callbacks);
    await until(async () => (await pending(stage)) === 0, 300_000);
  });

  const many = Array.from({ length: SUBSCRIPTIONS }, () => url);
  const [supplier] = (await createSuppliers(database, 1, many)) as [Supplier];
  let isDone = false;
  const peak = await peakDuring(worker, async () => {
    await publish(supplier, callbacks);
    isDone = await until(() => responded() >= callbacks || !worker.isRunning(), 300_000);
  });
  const grown = (peak - before) / MEBIBYTE;

  for (const [kind, count] of counts) report.figure(`responses: ${kind}`, count);
  report.figure('worker at its largest before', `${(before / MEBIBYTE).toFixed(0)} MiB`);
  report.guarantee('worker alive', worker.isRunning() ? 'yes' : 'no', worker.isRunning() && isDone);
  report.guarantee('worker grown by', `${grown.toFixed(0)} MiB of ${growth}`, grown <= growth);
});

/** Publishes events for about `count` callbacks. */
async function publish({ context }: Supplier, count: number): Promise<void> {
  for (let number = 0; number < count / SUBSCRIPTIONS; number++) {
    await createProduct(context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' });
  }
}

function pending({ database }: Stage): Promise<number> {
  return database.prisma.webhookMessage.count({ where: { status: 'pending' } });
}

async function startEndpoint(stage: Stage, respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => respond(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.onEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
