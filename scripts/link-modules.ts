import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Links to `packages`, which must lead to those of the copy. */
export const PACKAGES = ['@provender', 'provender-client'];

/** Gives a copy of a checkout links to the modules of that checkout, and copies of some. */
export function linkModules(checkout: string, copy: string, copied: string[], left: string[] = []): void {
  const [from, to] = [join(checkout, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from).filter((each) => !left.includes(each))) {
    if (!copied.includes(name)) symlinkSync(join(from, name), join(to, name));
    else cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }
}
