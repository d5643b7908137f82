import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../support/process/process.ts';

/**
 * An ordinary change of the project, as a patch: with its test, its migration and its words in the documents.
 */
export interface Change {
  name: string;
  /** The file of the patch. */
  patch: string;
  /** The files that it changes. */
  files: string[];
}

/** How many files a change takes. Generated files do not count. */
export interface Places {
  product: number;
  tests: number;
  documents: number;
  migrations: number;
}

/**
 * Applies a patch in the current folder with git: the lines around a change may have changed, and one on each
 * side is enough to find its place.
 */
export const APPLY = ['apply', '-C1', '--recount'];

const FOLDER = join(ROOT, 'test/docs/changes');

/** Returns the changes that `docs/architecture.md` counts. */
export function changes(): Change[] {
  return globSync('*.patch', { cwd: FOLDER })
    .toSorted()
    .map((file) => {
      const patch = join(FOLDER, file);
      const files = Array.from(
        readFileSync(patch, 'utf8').matchAll(/^diff --git a\/(\S+) /gm),
        ([, path]) => path!,
      );
      return { name: basename(file, '.patch'), patch, files };
    });
}

/** Counts files by what they are. */
export function placesOf(files: readonly string[]): Places {
  const count = (pattern: RegExp) => files.filter((file) => pattern.test(file)).length;
  return {
    product: count(/^(?:src|web|packages|clients|lab)\/|^prisma\/schema\.prisma$/),
    tests: count(/^(?:test|chaos|bench)\//),
    documents: count(/^docs\/|\.md$/),
    migrations: count(/^prisma\/migrations\//),
  };
}

/**
 * Returns a pattern for all spellings of a name: `packedAs`, `packed_as`, `PACKED_AS`, `packed-as`, `Packed
 * as`.
 */
export function spellingsOf(words: string): RegExp {
  return new RegExp(
    words
      .split(' ')
      .map((word) => RegExp.escape(word))
      .join('[ ._-]?'),
    'i',
  );
}
