import { chmod, chown, mkdir, readlink, realpath, rmdir, symlink } from 'node:fs/promises';
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
  await mkdir(resolve(dataDir), { recursive: true }).catch((error) => refuse(dataDir, error));
  const known = await realpath(link).catch(() => undefined);
  const user = await clusterUser(known ?? link);
  if (known) return { path: known, user };
  if (await readlink(link).catch(() => undefined)) {
    throw new Error(`${link} points to a folder that is gone: remove it to start with an empty database`);
  }

  const reachable = await canReach(user, resolve(dataDir));
  const path = reachable ? link : join(SHARED_HOME, `cluster-${randomUUID()}`);
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error) => refuse(dataDir, error));
  if (user) await chown(path, user.uid, user.gid);
  if (!reachable) {
    await chmod(SHARED_HOME, 0o755);
    const lost = await symlink(path, link).catch((error: NodeJS.ErrnoException) => error);
    // Another process was faster: its folder is the one.
    if (lost?.code === 'EEXIST') {
      await rmdir(path);
      return prepareHome(dataDir);
    }
    if (lost) refuse(dataDir, lost);
  }
  return { path: await realpath(path), user };
}

function refuse(dataDir: string, { message }: Error): never {
  throw new Error(`DATA_DIR: ${dataDir} cannot be used: ${message}`);
}
