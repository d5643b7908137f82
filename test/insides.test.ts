import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './support/process/process.ts';

const FILES = globSync(['src/**/*.ts', 'packages/*/src/**/*.ts', 'lab/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/generated/**'],
}).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** How code reaches what a library does not document. */
const WAYS: Record<string, RegExp> = {
  'a member whose name begins with an underscore': /(?:\.|\[')_\w/,
  'a file of a package that it does not export': /from '(?!\.)[^']*\/(?:lib|dist|src|cjs|esm|internals?)\//,
  'a symbol of a library': /getOwnPropertySymbols|Symbol\.for\(/,
  'what Express keeps beside a setting': /'(?:trust proxy|etag|query parser) fn'/,
  "pg's tables of statements": /\b(?:parsedStatements|activeQuery|_queryable)\b/,
  'a method of a prototype': /\b[A-Z]\w*\.prototype\.(?!hasOwnProperty)/,
};

it.each(Object.entries(WAYS))('nothing uses %s', (_name, way) => {
  const using = FILES.flatMap(({ file, text }) => {
    // Comments may name what is avoided.
    const code = text.replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
    return way.test(code) ? [`${file}: ${way.exec(code)![0]}`] : [];
  });
  expect(using).toEqual([]);
});
