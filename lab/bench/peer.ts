import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServiceProcess } from '../service-process.ts';
import type { Stage } from '../stage.ts';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Installs PostGraphile, which is no dependency of the project, and starts it on the same database. */
export async function startPeer({ start }: Stage): Promise<ServiceProcess> {
  process.stderr.write('installing PostGraphile …\n');
  await promisify(execFile)('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
  });
  return start(['lab/bench/peers/postgraphile.js'], { GRAPHILE_ENV: 'production' });
}
