import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { run } from './run.ts';

/** The OS user that runs PostgreSQL's programs; undefined means the current user. */
export type OsUser = { uid: number; gid: number } | undefined;

/**
 * Returns the OS user for PostgreSQL, which refuses to run as root: the owner of the cluster if there is one,
 * otherwise `postgres` or `nobody`.
 */
export async function clusterUser(home: string): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(home).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp('postgres')) ?? (await lookUp('nobody'));
}

/** Returns whether `user` can access `path`, considering modes and access lists. */
export async function canReach(user: OsUser, path: string): Promise<boolean> {
  if (!user) return true;
  return run('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** Returns the name of an OS user, or its number if it has none. */
export async function nameOf(uid: number): Promise<string> {
  return run('id', ['-nu', String(uid)]).then(
    ({ stdout }) => stdout.trim(),
    () => String(uid),
  );
}

/** Returns the mode of a file or folder, in the notation of chmod. */
export function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

async function lookUp(name: string): Promise<OsUser> {
  const idOf = async (flag: string) => Number((await run('id', [flag, name])).stdout);
  return idOf('-u').then(
    async (uid) => ({ uid, gid: await idOf('-g') }),
    () => undefined,
  );
}
