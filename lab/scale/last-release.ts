import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lastRelease } from '../../scripts/record-release.ts';
import { type Stage, temporaryFolder } from '../stage.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The last release as operators have it. */
export interface InstalledRelease {
  version: string;
  /** The folder of its package. */
  folder: string;
}

/**
 * Installs the file of the last release, which is built anew from its commit if `dist/release` lacks it.
 * Returns undefined, and says why, before the first release and where its commit is missing.
 */
export async function installLastRelease(onEnd: Stage['onEnd']): Promise<InstalledRelease | undefined> {
  const version = lastRelease()?.version;
  if (version === undefined) return say('Nothing was released yet');
  const file = join(ROOT, 'dist/release', `provender-${version}.tgz`);
  if (!existsSync(file)) {
    const commit = commitOf(version);
    if (commit === undefined)
      return say(`dist/release has no file of ${version}, and the history no commit of it`);
    await build(commit, file, onEnd);
  }
  const prefix = await temporaryFolder(onEnd);
  await run('npm', ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', file]);
  const { stdout } = await run('npm', ['root', '--global', '--prefix', prefix]);
  return { version, folder: join(stdout.trim(), 'provender') };
}

function say(reason: string): undefined {
  process.stdout.write(`${reason}: this checkout stands for the version before.\n`);
}

/** Returns the commit that recorded a release. */
function commitOf(version: string): string | undefined {
  const added = ['log', '--diff-filter=A', '--format=%H', '--', `released/${version}/migrations.json`];
  try {
    return execFileSync('git', added, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

async function build(commit: string, file: string, onEnd: Stage['onEnd']): Promise<void> {
  const checkout = join(await temporaryFolder(onEnd), 'checkout');
  await run('git', ['clone', '--quiet', '--no-checkout', ROOT, checkout]);
  await run('git', ['checkout', '--quiet', commit], { cwd: checkout });
  await run('npm', ['ci'], { cwd: checkout, maxBuffer: 2 ** 26 });
  await run('npm', ['run', '-s', 'release'], { cwd: checkout, maxBuffer: 2 ** 26 });
  mkdirSync(join(file, '..'), { recursive: true });
  copyFileSync(join(checkout, 'dist/release', file.slice(file.lastIndexOf('/') + 1)), file);
}
