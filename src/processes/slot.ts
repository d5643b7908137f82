import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { launch, type Launched } from './launch.ts';
import type { Order } from './message.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** One that ran for so long did not die of its start. */
const STEADY_MS = 60_000;

/** The place of one process among several. */
export interface Slot {
  url: string;
  publicUrl: string;
  /** Starts a new process, and once it is ready has the old one finish. @throws if the new one does not start */
  replace(): Promise<void>;
  /** Has the process finish, and starts no other. */
  stop(): Promise<void>;
}

/** Fills a place with a process, and again whenever that one dies. @throws if the first does not start */
export async function openSlot(order: Order, log: Logger, signal: AbortSignal): Promise<Slot> {
  const stopping = new AbortController();
  const isOver = AbortSignal.any([signal, stopping.signal]);
  let pauseMs = FIRST_PAUSE_MS;
  let current = await launch(order, isOver);
  let watching = watch(current);

  async function watch(launched: Launched): Promise<void> {
    const startedAt = performance.now();
    const how = await launched.ended;
    // What was replaced, or told to stop, is done.
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
