import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from '@prometheus-io/client';
import type { Config } from '../config.ts';
import { errorLine } from '../error-line.ts';
import type { Logger } from '../log.ts';
import { holdPort } from '../port.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { ProcessRole } from '../role.ts';
import type { Service } from '../service.ts';
import type { StartOrder, Ready, ToPrimary, ToProcess } from './messages.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long did not fail at its start. */
const STEADY_MS = 60_000;

/**
 * Starts the service in several processes that share its port; the first of them runs the jobs. The primary
 * prepares the database, owns it, and restarts the processes that die.
 *
 * @throws as `startService`, with everything stopped
 */
export async function startProcesses(
  config: Config,
  { count, role }: { count: number; role: ProcessRole },
  log: Logger,
  signal: AbortSignal,
): Promise<Service> {
  const port = await holdPort(config, role);
  const { release, announceDemo, hasAccount, ...database } = await prepareDatabase(
    config,
    role,
    log,
    signal,
  ).catch((error: unknown) => {
    port.release();
    throw error;
  });
  const all = new AggregatorRegistry();
  const collect = () => all.clusterMetrics().catch(() => null);
  const stopping = new AbortController();
  stopping.signal.addEventListener('abort', () => {
    for (const worker of Object.values(cluster.workers!)) sendToWorker(worker!, { type: 'stop' });
  });
  signal.addEventListener('abort', () => stopping.abort());

  const starts = Array.from({ length: count }, () => Promise.withResolvers<Ready>());
  const allReady = Promise.all(starts.map(({ promise }) => promise));

  /** Runs one process after the other, until all are stopped or one does not start. */
  async function keepRunning(
    order: StartOrder,
    { resolve, reject }: PromiseWithResolvers<Ready>,
  ): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const startedAt = performance.now();
      const worker = cluster.fork();
      const { pid } = worker.process;
      let reason: string | undefined;
      worker.on('message', (message: ToPrimary) => {
        if (message.type === 'metrics')
          void collect().then((text) => sendToWorker(worker, { type: 'metrics', text }));
        if (message.type === 'failed') reason = message.line;
        // The processes share a socket, which the first one opens with its next message.
        if (message.type === 'listen') port.release();
        if (message.type !== 'ready') return;
        log.info({ pid }, 'a process was started');
        resolve(message);
      });
      sendToWorker(worker, { type: 'start', order });
      const [code, killedBy] = await once(worker, 'exit').catch((error: unknown) => [errorLine(error)]);
      const how = reason ?? killedBy ?? `exit code ${code}`;
      reject(new Error(reason ?? `a process ended while it started: ${how}`));
      const isStarted = await allReady.then(Boolean, () => false);
      if (!isStarted || stopping.signal.aborted) return;
      log.error({ pid, how }, 'a process died and will be started again');
      if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  }

  const running = starts.map((start, at) =>
    keepRunning({ role: at === 0 ? role : 'api', ...database }, start),
  );
  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(running);
    await release();
  }
  try {
    const [{ url, publicUrl }] = (await allReady) as [Ready];
    return { url, publicUrl, role, announceDemo, hasAccount, stop };
  } catch (error) {
    port.release();
    await stop();
    throw error;
  }
}

function sendToWorker(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message);
}
