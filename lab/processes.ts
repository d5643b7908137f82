import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '../src/database/connect.ts';

/** Linux reports hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10;
const SAMPLE_MS = 200;

/**
 * Returns the CPU milliseconds of process `pid` and all its children, past and present: a PostgreSQL server,
 * or a service with several processes. NaN without /proc.
 */
export async function cpuOfFamily(pid: number): Promise<number> {
  const head = await timesOf(pid);
  if (!head) return Number.NaN;
  const pids = (await readdir('/proc')).map(Number).filter((each) => each > 0);
  const all = await Promise.all(pids.map(timesOf));
  const children = all.filter((each) => each?.parent === pid);
  return children.reduce((sum, child) => sum + child!.own + child!.ended, head.own + head.ended);
}

/** Returns the id of the database server's main process; NaN without /proc. */
export async function postgresPid({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return (await timesOf(rows[0]!.pid))?.parent ?? Number.NaN;
}

/**
 * Returns a process's parent, and the CPU milliseconds of itself and of children that ended and were waited
 * for.
 */
async function timesOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field, the command's name in parentheses, can contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  return { parent, own: (user! + system!) * MS_PER_TICK, ended: (endedUser! + endedSystem!) * MS_PER_TICK };
}

/** Returns the resident memory of a process. */
export async function residentMiB(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}

/** Returns the peak memory of a process during `work`; 0 for one that has ended. */
export async function peakMiBDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const sampling = (async () => {
    for (; !isOver; await sleep(SAMPLE_MS)) peak = Math.max(peak, await residentMiB(pid).catch(() => 0));
  })();
  await work().finally(() => (isOver = true));
  await sampling;
  return peak;
}
