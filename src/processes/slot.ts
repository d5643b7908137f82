import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { launch, type Launched } from './launch.ts';
import type { Order } from './message.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long did not fail at its start. */
const STEADY_MS = 60_000;

/** A slot for one of several processes. */
export interface Slot {
  url: string;
  publicUrl: string;
  /**
   * Starts a new process and stops the old one once the new one is ready.
   *
   * @throws if the new one does not start
   */
  replace(): Promise<void>;
  /** Stops the process without starting another. */
  stop(): Promise<void>;
}

/**
 * Starts a process in a slot, and restarts it whenever it dies.
 *
 * @throws if the first one does not start
 */
export async function openSlot(order: Order, log: Logger, signal: AbortSignal): Promise<Slot> {
  const stopping = new AbortController();
  const isOver = AbortSignal.any([signal, stopping.signal]);
  let pauseMs = FIRST_PAUSE_MS;
  let current = await launch(order, isOver);
  let watching = watch(current);

  async function watch(launched: Launched): Promise<void> {
    const startedAt = performance.now();
    const how = await launched.ended;
    // A process that was replaced or stopped needs no restart.
    if (launched !== current || isOver.aborted) return;
    log.error({ pid: launched.pid, how }, 'a process died and will be started again');
    if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    await refill();
  }

  async function refill(): Promise<void> {
    while (!isOver.aborted) {
      await sleep(pauseMs, undefined, { signal: isOver }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      if (isOver.aborted) return;
      const launched = await launch(order, isOver).catch((error: unknown) => {
        if (!isOver.aborted) log.error({ err: error }, 'a process could not be started; trying again');
      });
      if (launched) return install(launched);
    }
  }

  function install(launched: Launched): void {
    current = launched;
    log.info({ pid: launched.pid }, 'a process was started');
    watching = watch(launched);
  }

  return {
    url: current.url,
    publicUrl: current.publicUrl,
    async replace() {
      const old = current;
      install(await launch(order, isOver));
      await old.stop({ isReplaced: true });
    },
    async stop() {
      stopping.abort();
      await current.stop({ isReplaced: false });
      await watching;
    },
  };
}
