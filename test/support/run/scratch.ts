import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file system in memory: PostgreSQL copies a database there in a tenth of the time. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 1024 ** 3;

/** Makes the temporary folders of the run in memory, where there is room for them. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!existsSync(MEMORY)) return undefined;
  await removeLeftOvers();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return undefined;
  const folder = await mkdtemp(join(MEMORY, `provender-tests-${process.pid}-`));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Removes what runs that were killed left in memory. */
async function removeLeftOvers(): Promise<void> {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^provender-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}
