import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the script that the manifest of an installed package names for browsers. */
export function browserScript(name: string): string {
  const path = findPackageJSON(name, import.meta.url)!;
  const { browser } = JSON.parse(readFileSync(path, 'utf8')) as { browser: string };
  return readFileSync(join(dirname(path), browser), 'utf8');
}
