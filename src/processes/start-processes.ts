import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { Role } from '../role.ts';
import type { Service } from '../service.ts';
import type { Order } from './message.ts';
import { createMetricsResponder } from './metrics.ts';
import { openSlot, type Slot } from './slot.ts';

export interface ProcessesOptions {
  count: number;
  role: Role;
}

/**
 * Starts the service in several processes that share its port; the first of them runs the jobs. The primary prepares
 * the database, owns it, and supervises the processes: it restarts those that die, and replaces all, one by one, on
 * SIGUSR2.
 *
 * @throws as `startService`, with everything stopped
 */
export async function startProcesses(
  config: Config,
  { count, role }: ProcessesOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<Service> {
  const { release, ...database } = await prepareDatabase(config, role, log, signal);
  const slots: Slot[] = [];
  const failing = new AbortController();
  cluster.on('message', createMetricsResponder());
  async function stop(): Promise<void> {
    process.off('SIGUSR2', onRestart);
    await Promise.all(slots.map((slot) => slot.stop()));
    await release();
  }

  let restarting: Promise<void> | undefined;
  function onRestart(): void {
    restarting ??= replaceAll(slots, log).finally(() => (restarting = undefined));
  }

  const openings = Array.from({ length: count }, async (_, at) => {
    const order: Order = { type: 'start', role: at === 0 ? role : 'api', ...database };
    slots.push(await openSlot(order, log, AbortSignal.any([signal, failing.signal])));
  });
  try {
    await Promise.all(openings);
  } catch (error) {
    failing.abort();
    await Promise.allSettled(openings);
    await stop();
    throw error;
  }
  process.on('SIGUSR2', onRestart);
  const { url, publicUrl } = slots[0]!;
  return { url, publicUrl, role, demo: database.demo, stop };
}

async function replaceAll(slots: Slot[], log: Logger): Promise<void> {
  try {
    for (const slot of slots) await slot.replace();
    log.info('all processes were replaced');
  } catch (error) {
    log.error({ err: error }, 'a process could not be replaced; the others stay as they are');
  }
}
