import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './process.ts';

/**
 * Installs the file of a release below `prefix` as `npm install --global` does, with the packages of this
 * platform from this checkout instead of a registry. Returns the command.
 */
export function installRelease(file: string, prefix: string): string {
  const folder = join(prefix, 'lib/node_modules/provender');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
  const { dependencies, optionalDependencies, bundleDependencies, bin } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const installed = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !bundleDependencies.includes(name) && existsSync(join(ROOT, 'node_modules', name)),
  );
  for (const name of installed) {
    const to = join(folder, 'node_modules', name);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), to);
  }
  const links = join(folder, 'node_modules/.bin');
  mkdirSync(links, { recursive: true });
  symlinkSync(process.execPath, join(links, 'node'));
  const command = join(prefix, 'bin/provender');
  mkdirSync(dirname(command));
  symlinkSync(join(folder, bin.provender), command);
  return command;
}
