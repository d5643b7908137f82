import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../audit.ts';
import { startReceiver } from '../receiver.ts';
import { readScript } from '../script.ts';
import { onStage } from '../stage.ts';
import { createSuppliers } from '../supplier.ts';
import { createLoad, write } from '../writes.ts';
import { age, fatesOf, type Orphan, orphansOf } from './orphans.ts';
import { auditOrders, createOrders } from './standing-orders.ts';

const AGAIN_WITHIN_S = 30;

const script = readScript(
  'chaos:kill',
  'Is anything lost or made twice when the API and workers are killed under load?',
  {
    writes: ['total number of writes', 2_000, 60],
    clients: ['number of writing clients', 20, 4],
    kills: ['minimum number of kills', 20, 2],
    workers: ['workers at a time, one of which is killed', 2, 1],
  },
);
const { smoke, writes, clients, kills, workers } = script;

/** Slow enough that kills hit running callbacks, and sometimes failing. */
const behave = () => ({ afterMs: randomInt(60), status: randomInt(50) === 0 ? 500 : 204 });

await onStage(script, async (stage) => {
  const { report, database } = stage;
  const receiver = await startReceiver(stage, { behave });
  const suppliers = await createSuppliers(database, clients, { urls: [receiver.url] });
  await createOrders(database, suppliers, smoke ? 3 : 60);
  let api = await stage.start('api');
  const { url } = api;
  // With pauses after failures, so that some kills happen during one.
  const startWorker = () => stage.start('worker', { WEBHOOK_PAUSE_MS: '500' });
  const running = await Promise.all(Array.from({ length: workers }, startWorker));
  const load = createLoad();
  const orphans: Orphan[] = [];
  const killed = { api: 0, worker: 0 };
  let isWriting = true;

  async function killApi(): Promise<void> {
    killed.api++;
    await api.end('SIGKILL');
    api = await stage.start('api', { PORT: new URL(url).port });
  }

  async function killWorker(): Promise<void> {
    killed.worker++;
    const at = Date.now();
    await running.splice(randomInt(running.length), 1)[0]!.end('SIGKILL');
    orphans.push(...(await orphansOf(stage, at)));
    if (smoke) await age(stage);
    running.push(await startWorker());
    // A claim that was in progress can still be committed after its worker is gone.
    if (!smoke) orphans.push(...(await orphansOf(stage, Date.now())));
  }

  async function wreak(): Promise<void> {
    // Every kill costs a start, so a smoke test ends after its few kills.
    while ((isWriting && !smoke) || killed.api + killed.worker < kills) {
      await sleep(randomInt(smoke ? 100 : 200, smoke ? 400 : 1_500));
      const isFirst = killed.api === 0 || (killed.worker > 0 && randomInt(2) === 0);
      await (isFirst ? killApi() : killWorker());
    }
  }

  const wreaking = wreak();
  await Promise.all(suppliers.map((supplier) => write(url, supplier, Math.ceil(writes / clients), load)));
  isWriting = false;
  await wreaking;
  await auditOrders(stage);
  load.lastAt = Date.now();
  await audit(stage, receiver, load);

  report.figure('kills of the API, of a worker', `${killed.api}, ${killed.worker}`);
  const { waits, lost, settled } = fatesOf(orphans, receiver);
  const longest = Math.max(0, ...waits) / 1_000;
  report.figure('messages in progress at a kill that were sent again', waits.length);
  report.figure('messages in progress at a kill whose result was still recorded', settled);
  report.none('messages in progress at a kill that never came again', lost);
  const wait = `${longest.toFixed(1)} s of ${AGAIN_WITHIN_S}`;
  report.guarantee('longest wait of such a message', wait, longest <= AGAIN_WITHIN_S);
});
