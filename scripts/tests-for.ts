/**
 * `npm run test:for -- FILE…` prints the tests that belong to a change of files, by default of all that are
 * not committed; `--run` also runs them, `--near` leaves out those that walk everything.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type ImportGraph, reachedFrom, readImportGraph, testFiles } from './import-graph.ts';

/** The maximum number of importing tests: more distant ones are about something else that uses the file. */
const MAX_IMPORTERS = 10;
/** The function that the tests of all pages call. */
const EVERY_PAGE = /\bpagePaths\b/;

/** The tests of a change, the closest first. */
interface Tests {
  /** Tests in the folder that mirrors the file's, or named after its noun. */
  same: string[];
  /** Tests that import the file other than through the whole service, the closest first. */
  importing: string[];
  /** Tests that name the file in their text, as tests of documents do. */
  naming: string[];
  /** Tests that walk the schema, the routes, the tools or all pages. */
  walking: string[];
}

/** Returns the tests that belong to a change of a file. */
function testsFor(file: string, graph: ImportGraph): Tests {
  const tests = testFiles();
  // Operations are imported from the module that is generated from them.
  const module = /^src\/.*\.graphql$/.test(file) ? 'src/generated/operations.ts' : file;
  const isWide = wideFiles(graph);
  const same = inSamePlace(file, tests);
  const importing = tests
    .map((test) => ({ test, distance: reachedFrom(test, graph, isWide).get(module) }))
    .filter((each): each is { test: string; distance: number } => each.distance !== undefined)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MAX_IMPORTERS)
    .map(({ test }) => test);
  const naming = /\.tsx?$/.test(file) ? [] : tests.filter((test) => names(file, readFileSync(test, 'utf8')));
  const isTable = (each: string) => isWide(each) && !each.startsWith('test/');
  const walking = tests.filter((test) =>
    file.startsWith('web/src/')
      ? EVERY_PAGE.test(readFileSync(test, 'utf8'))
      : graph.get(test)?.some((each) => isTable(each) && reachedFrom(each, graph).has(module)),
  );
  return without({ same, importing, naming, walking });
}

/** Returns a predicate for files that import half of the service: their tests say little about its parts. */
function wideFiles(graph: ImportGraph): (file: string) => boolean {
  const half = countOfService(graph.keys()) / 2;
  const wide = new Set(
    [...graph.keys()].filter((file) => countOfService(reachedFrom(file, graph).keys()) >= half),
  );
  return (file) => wide.has(file);
}

function countOfService(files: Iterable<string>): number {
  return [...files].filter((each) => each.startsWith('src/')).length;
}

/**
 * Returns the test of a file, those in the folder of its noun, and those that are named after one of both; if
 * there is none, those of its whole area.
 */
function inSamePlace(file: string, tests: readonly string[]): string[] {
  if (tests.includes(file)) return [file];
  const mirrored = mirroredOf(file);
  const [folder, stem] = [dirname(mirrored), basename(mirrored).replace(/\..*$/, '')];
  const own = join(folder, `${stem}.test.ts`);
  const isNoun = folder.split('/').length > 2;
  const words = [/\.tsx?$/.test(file) ? stem : '', isNoun ? basename(folder) : ''];
  const named = new RegExp(`\\b(?:${words.filter(isTelling).map(inAnyNumber).join('|') || '$^'})\\b`);
  const area = folder.startsWith('test/web') ? 'test/web/' : '';
  const found = tests.filter(
    (test) =>
      test === own ||
      (isNoun && dirname(test) === folder) ||
      (test.startsWith(area) && named.test(basename(test, '.test.ts'))),
  );
  if (found.length === 0) return tests.filter((test) => dirname(test) === folder);
  return found.toSorted((one, other) => Number(other === own) - Number(one === own));
}

/**
 * Returns where the tests of a file are: the same path below `test`, or those of the database for its schema.
 */
function mirroredOf(file: string): string {
  const [, packageFolder, inPackage] = /^(packages\/[^/]+)\/(?:src\/)?(.*)$/.exec(file) ?? [];
  if (packageFolder) return join(packageFolder, 'test', inPackage!);
  if (file.startsWith('prisma/')) return 'test/database/schema.prisma';
  return join('test', file.replace(/^src\//, '').replace(/^web\/src\//, 'web/'));
}

/** Returns whether a word of a path describes the subject of the file. */
function isTelling(word: string): boolean {
  return word.length > 3 && !['graphql', 'index', 'routes', 'shape', 'test'].includes(word);
}

/** Returns a pattern for a word in the singular or plural. */
function inAnyNumber(word: string): string {
  return `${RegExp.escape(word.replace(/(?:ies|y|s)$/, ''))}(?:ies|y|s)?`;
}

/** Returns whether a text names a file, or the folder of a migration. */
function names(file: string, text: string): boolean {
  const named = file.startsWith('prisma/migrations/') ? 'prisma/migrations' : basename(file);
  return text.includes(named);
}

/** Leaves tests out that an earlier list has. */
function without(tests: Tests): Tests {
  const seen = new Set<string>();
  const first = (list: string[]) => list.filter((test) => !seen.has(test) && seen.add(test));
  const { same, importing, naming, walking } = tests;
  return { same: first(same), importing: first(importing), naming: first(naming), walking: first(walking) };
}

/** Returns the tests of several files together. */
export function testsForAll(files: readonly string[], graph: ImportGraph): Tests {
  const each = files.map((file) => testsFor(file, graph));
  const all = (list: keyof Tests) => each.flatMap((tests) => tests[list]);
  return without({
    same: all('same'),
    importing: all('importing'),
    naming: all('naming'),
    walking: all('walking'),
  });
}

/** Returns the files that differ from the last commit. */
function changedFiles(): string[] {
  return [
    ...linesOf('diff', '--name-only', 'HEAD'),
    ...linesOf('ls-files', '--others', '--exclude-standard'),
  ].filter((file) => file && !file.includes('generated/'));
}

function linesOf(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { run: { type: 'boolean' }, near: { type: 'boolean' } },
  });
  const files = positionals.length > 0 ? positionals.map((file) => relative('.', file)) : changedFiles();
  const { same, importing, naming, walking } = testsForAll(files, await readImportGraph());
  const lists = Object.entries({
    'In the same place': same,
    'Importing it': importing,
    'Naming it': naming,
    ...(values.near ? {} : { 'Walking everything': walking }),
  });
  for (const [title, tests] of lists) {
    if (tests.length > 0) console.log([`${title}:`, ...tests].join('\n  '));
  }
  const tests = lists.flatMap(([, each]) => each);
  if (tests.length === 0) console.log('No test belongs to these files');
  else if (values.run)
    process.exitCode = spawnSync('vitest', ['run', ...tests], { stdio: 'inherit' }).status ?? 1;
}

if (import.meta.main) await main();
