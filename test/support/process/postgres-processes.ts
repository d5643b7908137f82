import { existsSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';

const GONE_WITHIN_MS = 20_000;

/** Returns the actual folder of the cluster of a DATA_DIR. */
export function clusterFolder(dataDir: string): Promise<string> {
  const link = join(dataDir, 'postgres');
  return realpath(link).catch(() => link);
}

/** Returns the ids of the PostgreSQL processes of the cluster in `folder`. */
export async function postgresIn(folder: string): Promise<number[]> {
  const data = join(folder, 'data');
  if (!existsSync('/proc/self/cwd')) return postmasterAndChildren(data);
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')));
  return ids.filter((_, index) => folders[index] === data).map(Number);
}

async function postmasterAndChildren(data: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,command=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => ({ line, id: Number.parseInt(line, 10), parent: Number(line.trim().split(/ +/)[1]) }));
  const postmaster = processes.find(({ line }) => line.includes('postgres') && line.includes(`-D ${data}`));
  return processes.filter(({ id, parent }) => [id, parent].includes(postmaster?.id ?? 0)).map(({ id }) => id);
}

/** Signals the PostgreSQL processes of the cluster in `folder`, or the selected ones. */
export async function signalPostgres(
  folder: string,
  signal: NodeJS.Signals,
  isMeant: (id: number) => boolean = () => true,
): Promise<void> {
  for (const id of (await postgresIn(folder)).filter(isMeant)) sendSignal(id, signal);
}

/** Stops the PostgreSQL processes of the cluster in `folder` until they get SIGCONT. */
export async function freezePostgres(folder: string): Promise<void> {
  await signalPostgres(folder, 'SIGSTOP');
  // The server may have started processes after the first listing, but not after it was stopped.
  await signalPostgres(folder, 'SIGSTOP');
}

/** Ends all processes of the cluster in `folder`, even hanging ones. */
export async function endPostgres(folder: string): Promise<void> {
  const isGone = async () => {
    if ((await postgresIn(folder)).length > 0) throw new Error(`PostgreSQL still runs in ${folder}`);
  };
  await signalPostgres(folder, 'SIGCONT');
  await signalPostgres(folder, 'SIGQUIT');
  await vi.waitFor(isGone, { timeout: GONE_WITHIN_MS / 2 }).catch(() => signalPostgres(folder, 'SIGKILL'));
  await vi.waitFor(isGone, { timeout: GONE_WITHIN_MS / 2 });
}

/** Signals a process that may have ended already. */
export function sendSignal(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
