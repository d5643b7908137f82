import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

/** Folders of `node_modules` of which a copy has its own: links to `packages`, and what is built for tests. */
const OWN = new Set(['@provender', '.cache']);

/** Copies the files of the project, also those that are not committed yet, to an empty folder. */
export function copyFiles(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((file) => file && existsSync(join(ROOT, file)));
  for (const file of files) cpSync(join(ROOT, file), join(to, file), { recursive: true });
}

/** Copies the project to an empty folder as a repository of its own, in which everything runs as in this one. */
export function copyRepository(to: string): void {
  copyFiles(to);
  const modules = join(ROOT, 'node_modules');
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(modules)) {
    if (!OWN.has(name)) symlinkSync(join(modules, name), join(to, 'node_modules', name));
  }
  cpSync(join(modules, '@provender'), join(to, 'node_modules/@provender'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: to });
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '-q', '-m', 'As it is');
}
