import { setImmediate } from 'node:timers/promises';
import type { Bounds } from './limits.ts';
import { parseCsv } from './parse-csv.ts';

/**
 * The processor time of a fixed piece of work on the machine that `BOUNDS` are stated for, in milliseconds.
 */
const REFERENCE_WORK_MS = 150;
/** The turns that the work is divided into. Clocks of processor time can have steps of some milliseconds. */
const TURNS = 40;
const SAMPLE_ROW = Array.from({ length: 20 }, (_, at) => `"Cell ${at}",${at}.5`).join(',');
const PIECE = `${SAMPLE_ROW}\n`.repeat(50);

let measuredSlowness: Promise<number> | undefined;

/**
 * Returns how many times slower this machine reads files than the one that `BOUNDS` are stated for; at least
 * 1.
 */
export function slowness(): Promise<number> {
  return (measuredSlowness ??= measure());
}

/** Returns the bounds with the time that the same work takes on this machine. Measures it once. */
export async function onThisMachine(bounds: Bounds): Promise<Bounds> {
  return slower(bounds, await slowness());
}

/** Returns bounds for a machine that is `times` slower. */
export function slower({ cpuS, wallS, ...others }: Bounds, times: number): Bounds {
  return { ...others, cpuS: Math.ceil(cpuS * times), wallS: Math.ceil(wallS * times) };
}

async function measure(): Promise<number> {
  let ms = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    await setImmediate();
    const start = process.threadCpuUsage();
    parseCsv(PIECE, { fitOf: () => 0 });
    const { user, system } = process.threadCpuUsage(start);
    ms += (user + system) / 1_000;
  }
  return Math.max(1, ms / REFERENCE_WORK_MS);
}
