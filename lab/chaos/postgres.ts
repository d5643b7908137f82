import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../audit.ts';
import { startClients } from '../clients.ts';
import { startReceiver } from '../receiver.ts';
import { readScript } from '../script.ts';
import { onStage, type Stage, until } from '../stage.ts';
import { createSuppliers } from '../supplier.ts';
import { age } from './orphans.ts';

const GOES_ON_WITHIN_S = 30;

const script = readScript(
  'chaos:postgres',
  'Is anything lost, or does a process end, when PostgreSQL crashes or cuts connections?',
  {
    clients: ['number of writing clients', 10, 2],
    restarts: ['restarts of the server in mode immediate', 5, 1],
    cuts: ['connections terminated', 50, 4],
  },
);
const { smoke, clients, restarts, cuts } = script;

await onStage(script, async (stage) => {
  const { report, cluster } = stage;
  const receiver = await startReceiver(stage);
  const suppliers = await createSuppliers(stage.database, clients, { urls: [receiver.url] });
  const processes = await Promise.all([stage.start('api'), stage.start('worker')]);
  const [{ url }] = processes;
  // Stays below the plan's limit per minute.
  const { load, stop } = startClients({ suppliers, urlOf: () => url, writeEveryMs: smoke ? 20 : 250 });

  let longest = 0;
  for (let restart = 0; restart < restarts; restart++) {
    for (let cut = 0; cut < cuts / restarts; cut++) {
      await cutConnection(stage);
      await sleep(smoke ? 50 : 200);
    }
    await cluster.stop('immediate');
    await sleep(smoke ? 0 : 1_000);
    await cluster.start(true);
    const startedAt = Date.now();
    const goesOn = () => load.lastAt > startedAt && receiver.counts.lastAt > startedAt;
    await until(goesOn, 2 * GOES_ON_WITHIN_S * 1_000);
    longest = Math.max(longest, Date.now() - startedAt);
  }
  await stop();
  if (smoke) await age(stage);
  const alive = processes.filter((process) => process.isRunning()).length;
  if (alive === processes.length) await audit(stage, receiver, load);

  report.figure('restarts, connections cut', `${restarts}, ${cuts}`);
  report.guarantee('processes that survived', `${alive} of ${processes.length}`, alive === processes.length);
  report.guarantee(
    'longest time from server start to the next write and callback',
    `${(longest / 1_000).toFixed(1)} s of ${GOES_ON_WITHIN_S}`,
    longest <= GOES_ON_WITHIN_S * 1_000,
  );
  for (const process of processes.filter((each) => !each.isRunning()))
    report.figure('last log line', process.logged().at(-1) ?? '');
});

/** Terminates one of the service's connections, chosen at random. */
async function cutConnection({ database }: Stage): Promise<void> {
  await database.pool.query(`
    SELECT pg_terminate_backend(pid) FROM (
      SELECT pid FROM pg_stat_activity
      WHERE application_name LIKE 'provender%' AND pid <> pg_backend_pid()
        AND application_name <> 'provender migrate'
      ORDER BY random() LIMIT 1) victim`);
}
