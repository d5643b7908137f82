import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ServiceProcess } from './service-process.ts';

const run = promisify(execFile);
const SAMPLE_MS = 200;

/** Returns the resident memory of a process, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1_024;
}

/** Returns the peak memory of a process during `work`, in bytes; 0 for one that has ended. */
export async function peakDuring(
  { pid }: Pick<ServiceProcess, 'pid'>,
  work: () => Promise<void>,
): Promise<number> {
  let peak = 0;
  let isOver = false;
  const sampling = (async () => {
    for (; !isOver; await sleep(SAMPLE_MS)) peak = Math.max(peak, await residentBytes(pid).catch(() => 0));
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await sampling;
  }
  return peak;
}
