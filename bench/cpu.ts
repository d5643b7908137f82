import { readdir, readFile } from 'node:fs/promises';

/** Linux reports hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10;

interface Times {
  parent: number;
  /** Of the process itself. */
  own: number;
  /** Of children that ended and were waited for. */
  ended: number;
}

/** Returns the CPU milliseconds that process `pid` has used; undefined without /proc. */
export async function cpuOf(pid: number): Promise<number | undefined> {
  return (await timesOf(pid))?.own;
}

/**
 * Returns the CPU milliseconds of process `pid` and all its children, past and present: a PostgreSQL server, or a
 * service with several processes.
 */
export async function cpuOfFamily(pid: number): Promise<number | undefined> {
  const head = await timesOf(pid);
  if (!head) return undefined;
  const pids = (await readdir('/proc')).map(Number).filter((each) => each > 0);
  const all = await Promise.all(pids.map(timesOf));
  const children = all.filter((each) => each?.parent === pid);
  return children.reduce((sum, child) => sum + child!.own + child!.ended, head.own + head.ended);
}

export async function parentOf(pid: number): Promise<number | undefined> {
  return (await timesOf(pid))?.parent;
}

async function timesOf(pid: number): Promise<Times | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field, the command's name in parentheses, can contain spaces.
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => fields[at]!);
  return {
    parent: parent!,
    own: (user! + system!) * MS_PER_TICK,
    ended: (endedUser! + endedSystem!) * MS_PER_TICK,
  };
}
