import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { audit } from './stage/audit.ts';
import { age, fatesOf, type Orphan, orphansOf } from './stage/orphans.ts';
import { startReceiver } from './stage/receiver.ts';
import type { ServiceProcess } from './stage/service-process.ts';
import { onStage } from './stage/stage.ts';
import { createSuppliers } from './stage/supplier.ts';
import { createLoad, write } from './stage/writes.ts';

const AGAIN_WITHIN_S = 30;

const { smoke, ...options } = new Command('chaos:kill')
  .description('Kills API and worker with SIGKILL at random moments under load; nothing may be lost.')
  .option('--smoke', 'a few seconds, small numbers', false)
  .option('--writes <count>', 'total number of writes', Number, 2_000)
  .option('--clients <count>', 'number of writing clients', Number, 20)
  .option('--kills <count>', 'minimum number of kills', Number, 20)
  .parse()
  .opts<{ smoke: boolean; writes: number; clients: number; kills: number }>();
const { writes, clients, kills } = smoke ? { writes: 60, clients: 4, kills: 4 } : options;

await onStage('kill: SIGKILL under load', { smoke }, async (stage) => {
  const { report, database } = stage;
  // Slow enough that kills hit running callbacks, and sometimes failing.
  const receiver = await startReceiver(() => ({
    afterMs: randomInt(60),
    status: randomInt(50) === 0 ? 500 : 204,
  }));
  stage.onEnd(receiver.close);
  const suppliers = await createSuppliers(database, clients, [receiver.url]);
  // With pauses, so that kills hit some.
  const startWorker = () => stage.start('worker', { WEBHOOK_PAUSE_MS: '500' });
  let [api, worker] = await Promise.all([stage.start('api'), startWorker()]);
  const { url } = api;
  const startApi = () => stage.start('api', { PORT: new URL(url).port });
  const load = createLoad();
  let isWriting = true;
  const orphans: Orphan[] = [];
  const killed = { api: 0, worker: 0 };

  async function wreak(): Promise<void> {
    // Every kill costs a start: a smoke test ends with the last of its few.
    while ((isWriting && !smoke) || killed.api + killed.worker < kills) {
      await sleep(randomInt(smoke ? 100 : 200, smoke ? 400 : 1_500));
      const victim = killed.api + killed.worker < 2 ? (killed.api ? 'worker' : 'api') : pickVictim();
      killed[victim]++;
      if (victim === 'api') api = await replace(api, startApi);
      else {
        const at = Date.now();
        worker = await replace(worker, async () => {
          orphans.push(...(await orphansOf(stage, at)));
          if (smoke) await age(stage);
          return startWorker();
        });
      }
    }
  }

  const wreaking = wreak();
  await Promise.all(suppliers.map((supplier) => write(url, supplier, Math.ceil(writes / clients), load)));
  isWriting = false;
  await wreaking;
  await audit(stage, receiver, load);

  report.figure('kills of the API, of the worker', `${killed.api}, ${killed.worker}`);
  const { waits, lost, settled } = fatesOf(orphans, receiver);
  const longest = Math.max(0, ...waits) / 1_000;
  report.figure("killed workers' messages that were sent again", waits.length);
  report.figure("killed workers' messages whose result was still recorded", settled);
  report.guarantee("killed workers' messages that never came again", lost, lost === 0);
  report.guarantee(
    'longest wait of such a message',
    `${longest.toFixed(1)} s of ${AGAIN_WITHIN_S}`,
    longest <= AGAIN_WITHIN_S,
  );
});

function pickVictim(): 'api' | 'worker' {
  return randomInt(2) === 0 ? 'api' : 'worker';
}

async function replace(
  victim: ServiceProcess,
  start: () => Promise<ServiceProcess>,
): Promise<ServiceProcess> {
  await victim.end('SIGKILL');
  return start();
}
