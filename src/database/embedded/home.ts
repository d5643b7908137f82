import { chmod, chown, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { SHARED_HOME } from './binaries.ts';
import { canReach, clusterUser, type OsUser } from './os-user.ts';

export interface Home {
  /** Absolute path of the folder that holds the cluster and its log. */
  path: string;
  user: OsUser;
}

/**
 * The folder of the embedded cluster: `DATA_DIR/postgres`. When we are root and the cluster's OS
 * user cannot reach DATA_DIR, it is a link to a folder that this user can reach.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  const link = join(resolve(dataDir), 'postgres');
  await mkdir(resolve(dataDir), { recursive: true });
  const known = await realpath(link).catch(() => undefined);
  const user = await clusterUser(known ?? link);
  if (known) return { path: known, user };
  if (await readlink(link).catch(() => undefined)) {
    throw new Error(`${link} points to a folder that is gone: remove it to start with an empty database`);
  }

  const reachable = await canReach(user, resolve(dataDir));
  const path = reachable ? link : join(SHARED_HOME, `cluster-${randomUUID()}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!reachable) {
    await chmod(SHARED_HOME, 0o755);
    await symlink(path, link);
  }
  if (user) await chown(path, user.uid, user.gid);
  return { path: await realpath(path), user };
}
