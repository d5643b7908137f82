import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderError } from './errors.ts';
import type { Home } from './home.ts';
import { canReach, modeOf, nameOf } from './os-user.ts';

/** The permissions that PostgreSQL never accepts on its data: writing by the group, anything by others. */
const OPEN = 0o027;

/**
 * Requires the owner and the modes that PostgreSQL needs, which a copy of the folder may have lost. Looks at
 * the folder, at its data and one level into it: copies change all of it alike.
 *
 * @throws FolderError that names the first path in the way, and the command that helps
 */
export async function requireAccess({ path, user }: Home, data: string, log: string): Promise<void> {
  const uid = user?.uid ?? process.getuid?.();
  if (uid === undefined) return;
  for (const each of [path, data, log, ...(await entriesOf(data))]) {
    const found = await stat(each).catch(() => undefined);
    if (!found) continue;
    if (found.uid !== uid) {
      const needed = await nameOf(uid);
      throw new FolderError(
        `${each} belongs to ${await nameOf(found.uid)}, and must belong to ${needed}, who runs PostgreSQL: chown -R ${needed} '${path}'`,
      );
    }
    const mode = modeOf(found);
    if (each === data && (found.mode & OPEN) !== 0)
      throw new FolderError(`${each} has mode ${mode}, and is for its owner only: chmod 0700 '${each}'`);
    const own = found.isDirectory() ? 0o700 : 0o600;
    if ((found.mode & own) !== own)
      throw new FolderError(`${each} has mode ${mode}, which locks its owner out: chmod -R u+rwX '${path}'`);
  }
  if (!(await canReach(user, path)))
    throw new FolderError(
      `${path} is in a folder that ${await nameOf(uid)}, who runs PostgreSQL, cannot enter`,
    );
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  // PostgreSQL replaces a stale postmaster.pid, whoever wrote it.
  return names.filter((name) => name !== 'postmaster.pid').map((name) => join(folder, name));
}
