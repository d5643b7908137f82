import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuMsOf } from './cpu-time.ts';

/** The resources of this process that some work took. */
export interface Work {
  /** The longest turn of the event loop, in milliseconds of processor time. */
  turnMs: number;
  cpuMs: number;
  /** How much more memory was used at once than before. */
  mib: number;
}

/** The processor time of a timer: while a request waits, nothing else uses the processor. */
const WATCHING_MS = 0.3;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns what `work` took. */
async function watchWork(work: () => Promise<unknown>): Promise<Work> {
  collectGarbage();
  await sleep(0);
  const before = usedMiB();
  const taken = { turnMs: 0, cpuMs: 0, mib: 0 };
  let isDone = false;
  let last = process.threadCpuUsage();
  const watching = (async () => {
    while (!isDone) {
      // Between two timers there is one turn that is longer; a loop without a pause would use the processor
      // itself.
      await sleep(1);
      const ms = msSince(last);
      taken.turnMs = Math.max(taken.turnMs, ms);
      if (ms > WATCHING_MS) taken.cpuMs += ms;
      last = process.threadCpuUsage();
      taken.mib = Math.max(taken.mib, usedMiB() - before);
    }
  })();
  await work().finally(() => (isDone = true));
  await watching;
  return taken;
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function usedMiB(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_024 ** 2;
}

/** The time of the loop below where the bounds were measured, on a processor of 2.5 GHz. */
const LOOP_MS = 75;

/** Returns how much slower this machine is than where the bounds were measured, 1 at least. */
export function slowness(): number {
  cpuMsOf(loop);
  return Math.max(1, Math.min(cpuMsOf(loop), cpuMsOf(loop)) / LOOP_MS);
}

function loop(): number {
  let sum = 0;
  for (let at = 0; at < 20_000_000; at++) sum = (sum + at * 7) % 1_000_003;
  return sum;
}

/**
 * The bounds of one request: a turn of the event loop, processor time in all, and memory. A turn may take
 * twice as long as where nothing else runs, because test files run beside three others.
 */
const BOUNDS: Work = { turnMs: 100, cpuMs: 1_000, mib: 64 };

/**
 * Returns what a request takes beyond the bounds, the least of three tries: programs are compiled with the
 * first one, and garbage is collected during any. Undefined if it is within them.
 *
 * @param slower how much slower than where they were measured this machine is
 */
export async function excessOf(work: () => Promise<unknown>, slower: number): Promise<Work | undefined> {
  let least = await watchWork(work);
  for (let tries = 1; tries < 3 && isTooMuch(least, slower); tries++) {
    const { turnMs, cpuMs, mib } = await watchWork(work);
    least = {
      turnMs: Math.min(turnMs, least.turnMs),
      cpuMs: Math.min(cpuMs, least.cpuMs),
      mib: Math.min(mib, least.mib),
    };
  }
  return isTooMuch(least, slower) ? least : undefined;
}

function isTooMuch({ turnMs, cpuMs, mib }: Work, slower: number): boolean {
  return turnMs > BOUNDS.turnMs * slower || cpuMs > BOUNDS.cpuMs * slower || mib > BOUNDS.mib;
}
