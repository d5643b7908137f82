import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { audit } from '../chaos/stage/audit.ts';
import { startReceiver } from '../chaos/stage/receiver.ts';
import { onStage, until } from '../chaos/stage/stage.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import { createLoad, write } from '../chaos/stage/writes.ts';
import { freePort } from './free-port.ts';
import { startHaproxy } from './haproxy.ts';

/** The interval per client, which stays below its rate limit. */
const READ_EVERY_MS = 350;
const WRITE_EVERY_MS = 500;
/** How often HAProxy checks whether an instance is ready. */
const CHECK_MS = 250;

const { restarts, clients, drain } = new Command('scale:rolling')
  .description('Restarts two instances behind HAProxy in turn, under load; no request may fail.')
  .option('--restarts <count>', 'restarts in all', Number, 10)
  .option('--clients <count>', 'number of clients that write, read and follow events', Number, 12)
  .option('--drain <ms>', 'DRAIN_MS', Number, 2_000)
  .parse()
  .opts<{ restarts: number; clients: number; drain: number }>();

await onStage('rolling: two instances behind HAProxy, restarted in turn', { smoke: false }, async (stage) => {
  const { report, database } = stage;
  const receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const suppliers = await createSuppliers(database, clients, [receiver.url]);
  const secrets = { SECRETS_KEY: randomBytes(32).toString('base64'), DRAIN_MS: String(drain) };
  const ports = [await freePort(), await freePort()];
  const startOn = (port: number) => stage.start('all', { ...secrets, PORT: String(port) });
  const instances = [await startOn(ports[0]!), await startOn(ports[1]!)];
  const { url, isUp } = await startHaproxy(stage, (address) => configurationOf(address, ports));

  const load = createLoad();
  const reads = new Map<string, number>();
  const streams = suppliers.map((supplier) => follow(url, supplier));
  await until(() => streams.every(({ opened }) => opened() > 0), 10_000);
  let isOver = false;
  const working = suppliers.flatMap((supplier) => [
    (async () => {
      for (; !isOver; await sleep(WRITE_EVERY_MS)) await write(url, supplier, 1, load);
    })(),
    (async () => {
      for (; !isOver; await sleep(READ_EVERY_MS)) count(reads, await read(url, supplier));
    })(),
  ]);

  const exits: (number | null)[] = [];
  for (let restart = 0; restart < restarts; restart++) {
    const at = restart % 2;
    exits.push((await instances[at]!.end('SIGTERM')).code);
    instances[at] = await startOn(ports[at]!);
    // The other instance must not stop before the proxy uses this one.
    if (!(await until(() => isUp('instances', `instance${at}`), 30_000)))
      throw new Error('HAProxy does not see the instance');
  }
  isOver = true;
  await Promise.all(working);
  await audit(stage, receiver, load);

  const failed = [...load.setbacks]
    .filter(([kind]) => kind !== '429')
    .reduce((sum, [, times]) => sum + times, 0);
  const done = [...reads.values()].reduce((sum, times) => sum + times, 0);
  const bad = [...reads].filter(([status]) => status !== '200' && status !== '429');
  report.figure('restarts', restarts);
  report.guarantee(
    'exits other than 0',
    exits.filter((code) => code !== 0).length,
    exits.every((code) => code === 0),
  );
  report.guarantee('writes that failed initially', failed, failed === 0);
  report.figure('reads', done);
  report.guarantee('reads that failed', bad.map(String).join('; ') || 0, bad.length === 0);
  const repeats = [...receiver.arrivals.values()].reduce((sum, { repeats }) => sum + repeats, 0);
  report.guarantee('callbacks doubled', repeats, repeats === 0);
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM events WHERE id > $1 ORDER BY id',
    [Math.min(...streams.map(({ seen }) => Math.min(...seen))) - 1],
  );
  await until(() => streams.reduce((sum, { seen }) => sum + seen.length, 0) >= rows.length, 10_000);
  const received = streams.flatMap(({ seen }) => seen);
  const missed = rows.filter(({ id }) => !received.includes(Number(id))).length;
  report.figure(
    'live streams opened',
    streams.reduce((sum, { opened }) => sum + opened(), 0),
  );
  report.guarantee('live events missed', `${missed} of ${rows.length}`, missed === 0);
  const twice = received.length - new Set(received).size;
  report.guarantee('live events repeated', twice, twice === 0);
  streams.forEach(({ stop }) => stop());
});

/** Returns a configuration that never retries, so that every refused request is visible. */
function configurationOf(address: string, ports: number[]): string {
  return `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
frontend api
  bind ${address}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter ${CHECK_MS} fall 2 rise 2
${ports.map((port, at) => `  server instance${at} 127.0.0.1:${port} check`).join('\n')}`;
}

async function read(url: string, { key }: Supplier): Promise<string> {
  try {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v1/deliveries?per_page=5`, { headers });
    const text = await response.text();
    return response.status === 503 ? text.slice(0, 80) : String(response.status);
  } catch (error) {
    return String(((error as Error).cause as { code?: string } | undefined)?.code ?? error);
  }
}

/** Follows an account's events like EventSource: reconnects whenever the stream ends, from the last event on. */
function follow(url: string, { key }: Supplier) {
  const leaving = new AbortController();
  const seen: number[] = [];
  let opened = 0;
  let last: string | undefined;
  const query = encodeURIComponent('subscription { events { id } }');

  async function connect(): Promise<void> {
    const { body, ok } = await fetch(`${url}/graphql?query=${query}`, {
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: 'text/event-stream',
        ...(last !== undefined && { 'Last-Event-ID': last }),
      },
      signal: leaving.signal,
    });
    if (ok) opened++;
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (text + chunk).split('\n');
      text = lines.pop()!;
      for (const id of lines.flatMap((line) => /^id: (\d+)$/.exec(line)?.[1] ?? [])) {
        seen.push(Number(id));
        last = id;
      }
    }
  }

  void (async () => {
    while (!leaving.signal.aborted) {
      await connect().catch(() => {});
      await sleep(100);
    }
  })();
  return { seen, opened: () => opened, stop: () => leaving.abort() };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
