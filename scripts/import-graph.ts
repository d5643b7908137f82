import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const TESTS = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'];

/** The imports of each file of the project, apart from types; paths begin at the project's folder. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Returns the test files. */
export function testFiles(): string[] {
  return globSync(TESTS, { cwd: ROOT }).toSorted();
}

/**
 * Returns the import graph of the tests and of everything that they reach, as the bundler of Vite resolves
 * it.
 */
export async function readImportGraph(): Promise<ImportGraph> {
  const graph = new Map<string, string[]>();
  const isOwn = (id: string) => id.startsWith(`${ROOT}/`) && !id.includes('/node_modules/');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['module-sync', 'module', 'node'] },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: Object.fromEntries(testFiles().map((file) => [file, file])) },
    },
    plugins: [
      {
        name: 'provender:import-graph',
        moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
          if (!isOwn(id)) return;
          const imported = [...importedIds, ...dynamicallyImportedIds].filter(isOwn);
          graph.set(
            relative(ROOT, id),
            imported.map((each) => relative(ROOT, each)),
          );
        },
      },
    ],
  });
  return graph;
}

/**
 * Returns the files that can be reached from one, with how many imports away they are; `stopAt` goes no
 * further.
 */
export function reachedFrom(
  file: string,
  graph: ImportGraph,
  stopAt: (file: string) => boolean = () => false,
): Map<string, number> {
  const distances = new Map([[file, 0]]);
  // A map also iterates over entries that are added meanwhile.
  for (const [from, distance] of distances) {
    if (from !== file && stopAt(from)) continue;
    for (const to of graph.get(from) ?? []) if (!distances.has(to)) distances.set(to, distance + 1);
  }
  return distances;
}
