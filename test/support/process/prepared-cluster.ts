import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './process.ts';

/**
 * A stopped cluster with a migrated database, from which tests copy theirs
 * (`test/support/run/prepare-cluster.ts`).
 */
export const PREPARED = join(ROOT, 'node_modules/.cache/cluster');

/** The name of the migrated database, which the service uses. */
export const PREPARED_DATABASE = 'provender';

/**
 * Copies the prepared cluster to a data directory, which takes a fortieth of the CPU time of creating one.
 */
export async function copyCluster(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)('cp', ['-a', PREPARED, join(dataDir, 'postgres')]);
}
