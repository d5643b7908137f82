import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of lists, by the name of a build, of the packages that it bundles. */
export const LISTS = 'dist/packages';

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns the folder of the package that has a module; undefined for our own. */
export function packageOf(module: string): string | undefined {
  return PACKAGE.exec(module)?.[0];
}

/**
 * Returns a plugin that lists the packages of a build, so that a release can name them with their licences.
 */
export function listPackages(name: string): Plugin {
  const folder = join(import.meta.dirname, '../..', LISTS);
  return {
    name: 'provender:list-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const packages = new Set(modules.flatMap((module) => packageOf(module) ?? []));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.json`), JSON.stringify([...packages].sort(), null, 2));
    },
  };
}
