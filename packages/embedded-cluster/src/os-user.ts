import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The OS user a PostgreSQL program runs as; undefined means: as ourselves. */
export type OsUser = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root, so root lends its programs another user: the owner of the
 * cluster where one exists, else `postgres`, else `nobody`.
 */
export async function clusterUser(home: string): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(home).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp('postgres')) ?? (await lookUp('nobody'));
}

/** Whether `user` can reach `path`, whatever modes or access lists stand on the way. */
export async function canReach(user: OsUser, path: string): Promise<boolean> {
  if (!user) return true;
  return run('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function lookUp(name: string): Promise<OsUser> {
  const ask = async (flag: string) => Number((await run('id', [flag, name])).stdout);
  return ask('-u').then(
    async (uid) => ({ uid, gid: await ask('-g') }),
    () => undefined,
  );
}
