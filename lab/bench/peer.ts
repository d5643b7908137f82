import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServiceProcess } from '../service-process.ts';
import type { Stage } from '../stage.ts';
import type { PeerName } from './rounds.ts';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/**
 * Installs PostGraphile, which is no dependency of the project, and starts it twice on the same database: as
 * it comes, and with a check of keys.
 */
export async function startPeers({ start }: Stage): Promise<Record<PeerName, ServiceProcess>> {
  process.stderr.write('installing PostGraphile …\n');
  await promisify(execFile)('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
  });
  const startOne = (env: NodeJS.ProcessEnv) =>
    start(['lab/bench/peers/postgraphile.js'], { GRAPHILE_ENV: 'production', ...env });
  return { open: await startOne({}), keyed: await startOne({ CHECKS_KEYS: 'true' }) };
}
