import { chmod, chown, mkdir, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { sharedHomeOf } from './binaries.ts';
import { FolderError } from './errors.ts';
import { canReach, clusterUser, modeOf, nameOf, type OsUser } from './os-user.ts';

export interface Home {
  /** The absolute path of the folder with the cluster and its log. */
  path: string;
  user: OsUser;
}

/**
 * Prepares the cluster's location, `postgres` in `folder`. When running as root and the cluster's OS user
 * cannot access `folder`, it is a link to a folder in the shared home of `name`.
 *
 * @throws FolderError
 */
export async function prepareHome(folder: string, name: string): Promise<Home> {
  const link = join(resolve(folder), 'postgres');
  await createFolder(resolve(folder)).catch((error) => refuse(folder, error));
  const known = await realpath(link).catch(() => undefined);
  const user = await clusterUser(known ?? link);
  if (known) return { path: known, user };
  if (await readlink(link).catch(() => undefined)) {
    throw new FolderError(
      `${link} points to a missing folder: remove the link to start with an empty database`,
    );
  }

  const sharedHome = sharedHomeOf(name);
  const reachable = await canReach(user, resolve(folder));
  const path = reachable ? link : join(sharedHome, `cluster-${randomUUID()}`);
  await createFolder(path, 0o700).catch((error) => refuse(folder, error));
  if (user) await chown(path, user.uid, user.gid);
  if (!reachable) {
    await chmod(sharedHome, 0o755);
    const lost = await symlink(path, link).catch((error: NodeJS.ErrnoException) => error);
    // Another process was faster: use its folder.
    if (lost?.code === 'EEXIST') {
      await rmdir(path);
      return prepareHome(folder, name);
    }
    if (lost) await refuse(folder, lost);
  }
  return { path: await realpath(path), user };
}

/**
 * Creates a folder and its parents. Node's `recursive` never returns in /proc, where no folder can be
 * created.
 */
async function createFolder(path: string, mode?: number): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await createFolder(dirname(path));
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have been faster.
    if (!(await isFolder(path))) throw error;
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function refuse(folder: string, { message }: Error): Promise<never> {
  const found = await stat(resolve(folder)).catch(() => undefined);
  const whose = found && ` (it belongs to ${await nameOf(found.uid)} and has mode ${modeOf(found)})`;
  throw new FolderError(`${folder} cannot be used${whose ?? ''}: ${message}`);
}
