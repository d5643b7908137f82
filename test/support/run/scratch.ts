import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file system in memory: PostgreSQL copies a database there in a tenth of the time. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 1024 ** 3;

/** Makes the temporary folders of the run in memory, where that is possible. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await removeLeftovers().catch(() => {});
  const folder = await folderInMemory().catch(() => undefined);
  if (!folder) return undefined;
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Returns a new folder in memory; undefined if there is too little room. @throws Error if programs cannot run
 * there
 */
async function folderInMemory(): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return undefined;
  const folder = await mkdtemp(join(MEMORY, `provender-tests-${process.pid}-`));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const program = join(folder, 'program');
  await writeFile(program, '', { mode: 0o755 });
  // Containers often forbid to run programs from memory.
  await access(program, constants.X_OK).catch(async (error) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  return folder;
}

/** Removes what killed runs left in memory. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = /^provender-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}
