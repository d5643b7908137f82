import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { linkModules, PACKAGES } from '../link-modules.ts';

/** The commit that a release is built from. */
export interface Commit {
  hash: string;
  /** Seconds since 1970. */
  time: number;
}

/** An entry of a lock file. */
export interface Locked {
  name?: string;
  version?: string;
  license?: string;
  optional?: boolean;
  dev?: boolean;
  link?: boolean;
  /** The packages inside of a package, and whether an entry is one of them. */
  bundleDependencies?: string[];
  inBundle?: boolean;
  /** The platforms of a package that runs on some only. */
  os?: string[];
  cpu?: string[];
}

/**
 * Returns the commit of a checkout.
 *
 * @throws Error that names the files which it does not have
 */
export function commitOf(checkout: string): Commit {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' });
  const changes = git('status', '--porcelain').trimEnd();
  if (changes) throw new Error(`A release is built from a commit. These files are not in it:\n${changes}`);
  const [hash = '', time] = git('log', '-1', '--format=%H %ct').trim().split(' ');
  return { hash, time: Number(time) };
}

/**
 * Writes the files of a commit to an empty folder, with links to the packages of its checkout.
 *
 * @throws Error if these are not those of the lock file
 */
export function checkOut(checkout: string, { hash }: Commit, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['archive', hash], { cwd: checkout, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: files });
  requireInstalled(
    packagesIn(`${checkout}/package-lock.json`),
    `${checkout}/node_modules/.package-lock.json`,
  );
  linkModules(checkout, folder, PACKAGES, ['.cache']);
}

/** Returns the packages in a lock file, by their folder. */
export function packagesIn(lock: string): Record<string, Locked> {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Locked> };
  return packages;
}

function requireInstalled(locked: Record<string, Locked>, installed: string): void {
  const found = packagesIn(installed);
  const wrong = Object.entries(locked).filter(
    ([folder, { version, optional, link }]) =>
      folder.startsWith('node_modules/') &&
      !link &&
      !(optional && !found[folder]) &&
      found[folder]?.version !== version,
  );
  if (wrong.length > 0)
    throw new Error(`Installed is something else than package-lock.json has: run "npm ci" (${wrong[0]![0]})`);
}
