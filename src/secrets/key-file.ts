import { randomBytes, randomUUID } from 'node:crypto';
import { chown, link, open, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const KEY_FILE_NAME = 'secrets.key';

/**
 * Returns the path of the embedded database's key file, which is beside the database, outside of any dump.
 */
export function keyFileOf(dataDir: string): string {
  return join(resolve(dataDir), KEY_FILE_NAME);
}

/**
 * Reads a key file; undefined when it does not exist.
 *
 * @throws Error when it cannot be read
 */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Error(`SECRETS_KEY: ${path} cannot be read: ${message}`, { cause: error });
  }
}

/**
 * Creates a key file with a new key, readable by its owner only, and returns its text. Of several processes
 * at once, one creates the file, which is complete before it gets its name.
 */
export async function createKeyFile(path: string, bytes: number): Promise<string> {
  const folder = join(path, '..');
  const aside = `${path}.${randomUUID()}`;
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(bytes).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveToOwnerOf(folder, aside);
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw new Error(`SECRETS_KEY: ${path} cannot be created: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(aside, { force: true });
  }
  await syncFolder(folder);
  return readFile(path, 'utf8');
}

/** Gives a file created by root to the owner of the folder, who may be the user of the service. */
async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}

/** A crash must not lose a key that secrets are encrypted with. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some file systems cannot sync folders; the file itself is on disk.
  await handle.sync().catch(() => {});
  await handle.close();
}
