import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTracing } from '../src/tracing.ts';
import { expectData } from './support/http/expect-answer.ts';
import { createProduct } from './support/records/records.ts';
import { createAccount } from './support/service/account.ts';
import { useService } from './support/service/service.ts';
import { startReceiver } from './support/webhook/receiver.ts';
import { PATIENCE, subscribe } from './support/webhook/webhook.ts';

/** A span in the JSON of OTLP. */
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface OtlpRequest {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const [SERVER, CLIENT, PRODUCER, CONSUMER] = [2, 3, 4, 5];

const requests: { path: string; body: OtlpRequest }[] = [];
const collector = createServer(async (request, response) => {
  requests.push({ path: request.url!, body: (await json(request)) as OtlpRequest });
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
});
let stopTracing: () => Promise<void>;

// Before the service, so that its connections are traced from their start.
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const options = { endpoint, sampler: 'parentbased_always_off', ratio: 1 } as const;
  stopTracing = await startTracing(options, pino({ level: 'silent' }));
});
const service = useService({ worker: {} });
afterAll(async () => {
  await stopTracing();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

it('traces a request to its callback, and records no secrets', async () => {
  await using receiver = await startReceiver(200);
  const account = await createAccount(service);
  const { secret } = await subscribe(account, receiver.url);
  const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const headers = { traceparent: `00-${traceId}-${caller}-01` };
  const body = { name: 'Unspeakable loaf', weight: 1, price: 1, category: 'bakery' };
  expectData(await account.call('POST', '/products', { body, headers }), 201);
  // From a caller without a trace: the sampler drops them.
  await createProduct(account);
  await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(2);
  await stopTracing();

  const spans = requests.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const only = (name: string, kind: number) => {
    const found = spans.filter((span) => span.name === name && span.kind === kind);
    expect(found.map((span) => span.name)).toEqual([name]);
    return found[0]!;
  };
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const request = only('POST /products', SERVER);
  expect(request.parentSpanId).toBe(caller);
  expect(valueOf(request, 'http.response.status_code')).toBe(201);
  expect(valueOf(request, 'provender.account')).toBe(String(account.id));
  const operation = spans.find((span) => span.parentSpanId === request.spanId && span.kind === 1)!;
  expect(operation.name).toMatch(/^[A-Z]\w+$/);
  const event = only('publish product.created', PRODUCER);
  expect(event.parentSpanId).toBe(operation.spanId);
  const statements = spans.filter((span) => valueOf(span, 'db.system.name') === 'postgresql');
  expect(
    statements.some((span) => String(valueOf(span, 'db.query.text')).includes('INSERT INTO events')),
  ).toBe(true);
  const job = only('send webhook', CONSUMER);
  expect(job.parentSpanId).toBe(event.spanId);
  const callback = only('POST', CLIENT);
  expect(callback.parentSpanId).toBe(job.spanId);
  expect(valueOf(callback, 'http.response.status_code')).toBe(200);

  const sent = receiver.callbacks
    .map((one) => one.headers.traceparent)
    .filter((header) => header !== undefined);
  expect(sent).toEqual([`00-${traceId}-${callback.spanId}-01`]);

  const told = JSON.stringify(requests);
  expect(requests.every(({ path }) => path === '/v1/traces')).toBe(true);
  expect(told).toContain('"stringValue":"provender"');
  for (const hidden of [account.key, account.email, secret, receiver.url, body.name]) {
    expect(told).not.toContain(hidden);
  }
});

function valueOf({ attributes }: OtlpSpan, key: string): unknown {
  const { value } = attributes.find((attribute) => attribute.key === key) ?? {};
  return value?.stringValue ?? value?.intValue;
}
