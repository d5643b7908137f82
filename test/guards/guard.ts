import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync(['{src,packages,prisma,web/src}/**/*.{ts,tsx,sql}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
});

/** A guard of the service, and the tests that must fail without it. */
export interface Guard {
  file: string;
  /** A small piece of the file that occurs once, so that unrelated edits leave it alone. */
  text: string;
  /** The piece without the guard: the program still runs. */
  without: string;
  /** The test files, whose paths contain these. */
  tests: string[];
}

/**
 * Returns guards by the ends of their files' paths, so that a folder that moves leaves them alone: a row is
 * text, text without the guard, and tests.
 *
 * @throws Error where not one file has this end
 */
export function guardsOf(
  files: Record<string, [text: string, without: string, ...tests: string[]][]>,
): Guard[] {
  return Object.entries(files).flatMap(([end, rows]) => {
    const file = fileOf(end);
    return rows.map(([text, without, ...tests]) => ({ file, text, without, tests }));
  });
}

function fileOf(end: string): string {
  const found = FILES.filter((file) => `/${file}`.endsWith(`/${end}`));
  if (found.length !== 1) throw new Error(`${found.length} files end with ${end}, not one`);
  return found[0]!;
}

/**
 * Returns what is wrong with the guards: texts that their files do not have once, and tests that do not
 * exist.
 */
export function problemsOf(guards: Guard[]): string[] {
  const tests = globSync('{test,packages}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] });
  return guards.flatMap((guard) => {
    const count = readFileSync(join(ROOT, guard.file), 'utf8').split(guard.text).length - 1;
    const lost = guard.tests.filter((test) => !tests.some((file) => file.includes(test)));
    return [
      ...(count === 1 ? [] : [`${guard.file} has the text ${count} times, not once: ${guard.text}`]),
      ...lost.map((test) => `no test file has this in its path: ${test}`),
    ];
  });
}
