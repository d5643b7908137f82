import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { FILE_GUARDS } from './files.ts';
import { GOODS_GUARDS } from './goods.ts';
import { PEOPLE_GUARDS } from './people.ts';
import { QUOTED_GUARDS } from './quoted.ts';
import { markedIn } from './remove.ts';
import { REQUEST_GUARDS } from './requests.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync(['{src,packages,prisma,web/src}/**/*.{ts,tsx,sql}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
}).map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
const TESTS = globSync('{test,packages}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] });

/** A guard of the service, and the tests that must fail without it. */
export interface Guard {
  name: string;
  file: string;
  /** The text of the file without the guard; undefined if it cannot be removed. */
  without: string | undefined;
  /** The test files, whose paths contain these. */
  tests: string[];
}

/** Returns all guards: those that are marked, and those that are quoted. */
export function allGuards(): Guard[] {
  const tests = testsByName();
  const marked = FILES.flatMap(({ name: file, text }) =>
    markedIn(file, text).map((each) => ({ ...each, file, tests: tests.get(each.name) ?? [] })),
  );
  const quoted = Object.entries(QUOTED_GUARDS).flatMap(([end, rows]) => {
    const [{ name: file, text } = { name: end, text: '' }, another] = FILES.filter(({ name }) =>
      `/${name}`.endsWith(`/${end}`),
    );
    return rows.map(([name, weaker, ...those]) => {
      const parts = text.split(name);
      const isOnce = !another && parts.length === 2;
      return { name, file, without: isOnce ? parts.join(weaker) : undefined, tests: those };
    });
  });
  return [...marked, ...quoted];
}

/** Returns what is wrong with guards: names, tests that do not exist, and programs that do not parse. */
export function problemsOf(guards: Guard[]): string[] {
  const listed = testsByName();
  return guards.flatMap(({ name, file, without, tests }) => [
    ...(without === undefined ? [`${file}: nothing that can be removed is marked or quoted: ${name}`] : []),
    ...(without !== undefined && !parses(file, without) ? [`${file}: does not parse without ${name}`] : []),
    ...(tests.length === 0 ? [`${file}: no list has the guard ${name}`] : []),
    ...(listed.has(name) && guards.filter((each) => each.name === name).length > 1
      ? [`${file}: the name is not unique: ${name}`]
      : []),
    ...tests
      .filter((part) => testFilesOf([part]).length === 0)
      .map((part) => `no test file has this in its path: ${part}`),
  ]);
}

/** Returns the test files whose paths contain one of these. Long ones run only if they are named whole. */
export function testFilesOf(parts: string[]): string[] {
  return TESTS.filter((file) => parts.some((part) => file.includes(part)));
}

/** Returns the names in the lists that no code has. */
export function namesWithoutGuard(guards: Guard[]): string[] {
  const names = new Set(guards.map(({ name }) => name));
  return [...testsByName().keys()].filter((name) => !names.has(name));
}

/** Returns the tests that must fail, by the names of marked guards. */
function testsByName(): Map<string, string[]> {
  const pairs = [PEOPLE_GUARDS, GOODS_GUARDS, FILE_GUARDS, REQUEST_GUARDS]
    .flatMap((list) => Object.entries(list))
    .flatMap(([test, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => ({ name, test })),
    );
  const groups = Map.groupBy(pairs, ({ name }) => name);
  return new Map([...groups].map(([name, each]) => [name, each.map(({ test }) => test)]));
}

function parses(file: string, text: string): boolean {
  return file.endsWith('.sql') || parseSync(file, text).errors.length === 0;
}
