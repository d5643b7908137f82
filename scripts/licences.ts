import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Licences that may be left out of copies; some packages have no file with them. */
const NO_NOTICE = new Set(['0BSD', 'CC0-1.0', 'Unlicense']);

/** A package whose code is shipped, or installed with what is. */
export interface Shipped {
  name: string;
  version: string;
  license: string;
  /** Where it is installed; empty if it is for another platform. */
  folder: string;
}

/** Returns what the manifest of an installed package says. */
export function installedPackage(folder: string): Shipped {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Shipped;
  return { name, version, license, folder };
}

/** Returns the text of each licence after the packages that have it. */
export function licencesOf(packages: readonly Shipped[]): string {
  return Array.from(
    Map.groupBy(packages, textOf),
    ([text, having]) => `${having.map(titleOf).join('\n')}\n\n${text}\n`,
  ).join('\n');
}

function titleOf({ name, version, license }: Shipped): string {
  return `${name} ${version}, ${license}`;
}

/**
 * Returns the licence of a package. Those for another platform have that of the package which chooses among
 * them, and some of those with the MIT licence leave the text to it.
 *
 * @throws Error for another licence without its text
 */
function textOf({ name, license, folder }: Shipped): string {
  const file = existsSync(folder) && readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  if (file) return readFileSync(`${folder}/${file}`, 'utf8').trim();
  if (NO_NOTICE.has(license)) return `The licence ${license} does not ask for its text.`;
  if (license !== 'MIT') throw new Error(`${name} has the licence ${license}, but no file with its text`);
  return readFileSync(new URL('../LICENSE', import.meta.url), 'utf8')
    .replace(/^Copyright .*$/m, 'Copyright (c) the authors of the package')
    .trim();
}
