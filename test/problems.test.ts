import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBLEMS } from '../src/problems.ts';
import { STATUS } from '../src/http/response/error-status.ts';
import { ROOT } from './support/process/process.ts';

const SOURCES = globSync('src/**/*.ts', {
  cwd: ROOT,
  exclude: ['src/problems.ts', 'src/generated/**', 'src/reference/**'],
}).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

it('a problem is a word of a known code, and its values are too', () => {
  for (const [name, problem] of Object.entries(PROBLEMS)) {
    const words = [name, ...Object.keys('values' in problem ? problem.values : {})];
    expect(words.filter((word) => !/^[a-z][a-z0-9_]*$/.test(word))).toEqual([]);
    expect(Object.keys(STATUS)).toContain(problem.code);
    expect(problem.is).toMatch(/^[A-Z`][^.]*[^.;!]$/s);
  }
});

it('every code has a problem', () => {
  const codes = new Set<string>(Object.values(PROBLEMS).map(({ code }) => code));
  expect(Object.keys(STATUS).filter((code) => !codes.has(code))).toEqual([]);
});

it('every problem can be found by the service', () => {
  const found = new Set(SOURCES.flatMap(({ text }) => text.match(/(?<=')[a-z0-9_]+(?=')/g) ?? []));
  expect(Object.keys(PROBLEMS).filter((name) => !found.has(name))).toEqual([]);
});

const CHECK = /\.(?:refine|superRefine)\(|\baddIssue\(/g;
const SAID =
  /\b(?:finding|atMostDecimals|issueOf|differ|passes|shorterThan|TOO_DEEP|DATES_OUT_OF_ORDER|OUT_OF_RANGE|EMPTY)\b/;
/** Rules that are no part of a request: of settings, and of what only the service itself checks. */
const OTHERS = new Set(['src/config.ts', 'src/trust-proxy.ts']);

it('every check of a rule says which problem it finds', () => {
  const checks = SOURCES.filter(({ file }) => !OTHERS.has(file)).flatMap(({ file, text }) =>
    Array.from(text.matchAll(CHECK), ({ index, 0: start }) => ({
      file,
      call: callAt(text, index + start.length),
    })),
  );
  expect(checks.length).toBeGreaterThan(30);
  expect(checks.filter(({ call }) => !SAID.test(call))).toEqual([]);
});

/** Returns the arguments of a call, up to the bracket that closes it. */
function callAt(text: string, start: number): string {
  let open = 1;
  let at = start;
  for (; open > 0; at++) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return text.slice(start, at - 1);
}
