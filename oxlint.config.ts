import { join } from 'node:path';
import { dirname, relative } from 'node:path/posix';
import { defineConfig, type OxlintOverride } from 'oxlint';
import { IMPORT_RULES, type ImportRule } from './import-rules.ts';
import { WAITS_FOR_MANY } from './scripts/lint/promise-all.ts';

/** The maximum depth of folders in those of the rules. */
const MAX_DEPTH = 4;

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  jsPlugins: ['plugin.ts', 'promise-all.ts'].map((file) => join(import.meta.dirname, 'scripts/lint', file)),
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'provender/linear-expressions': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'off',
    'no-console': 'error',
    'max-lines': ['warn', { max: 300, skipBlankLines: false }],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-base-to-string': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/no-array-sort': 'off',
    'no-map-spread': 'off',
    'oxc/no-map-spread': 'off',
    'no-unmodified-loop-condition': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'typescript/no-misused-spread': 'off',
    'no-new': 'off',
  },
  overrides: [
    // The last override wins: a file in a folder has its own line.
    ...Object.entries(IMPORT_RULES)
      .toSorted(([one], [other]) => Number(isFile(one)) - Number(isFile(other)))
      .flatMap(([place, rule]) => importsOf(place, rule)),
    {
      files: ['web/**'],
      plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'react', 'jsx-a11y'],
      rules: {
        'react/react-in-jsx-scope': 'off',
        'react/style-prop-object': 'off',
        'jsx-a11y/no-autofocus': 'off',
        'jsx-a11y/prefer-tag-over-role': 'off',
        'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
      },
    },
    {
      files: ['src/**', 'packages/{*/src,client}/**'],
      excludeFiles: Object.keys(WAITS_FOR_MANY),
      rules: { 'rows/promise-all': 'error' },
    },
    {
      // A table of one entry each.
      files: ['src/problems.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      // They read no text of a caller.
      files: ['{lab,scripts,test}/**', 'packages/*/test/**'],
      rules: { 'provender/linear-expressions': 'off' },
    },
    {
      files: ['test/**', 'packages/*/test/**', 'examples/**', 'lab/bench/**', 'scripts/**'],
      rules: {
        'no-console': 'off',
        'max-lines': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      },
    },
  ],
});

/**
 * Returns the overrides that enforce the rule of a file or folder: one for each depth at which imports may
 * leave it.
 */
function importsOf(place: string, rule: ImportRule): OxlintOverride[] {
  if (isFile(place)) return [override(place, place, dirname(place), ['./**', '../**'], rule)];
  return Array.from({ length: MAX_DEPTH }, (_, depth) => {
    const files = `${place}/${'*/'.repeat(depth)}*.{ts,tsx}`;
    return override(place, files, place + '/x'.repeat(depth), [`${'../'.repeat(depth + 1)}**`], rule);
  });
}

function isFile(place: string): boolean {
  return /\.\w+$/.test(place);
}

/**
 * Returns one override.
 *
 * @param folder where its files are, with any names for folders in `place`
 * @param leaving the relative paths that leave `place`
 */
function override(
  place: string,
  files: string,
  folder: string,
  leaving: string[],
  rule: ImportRule,
): OxlintOverride {
  const { may, except = [], libraries } = rule;
  const from = (target: string) => relative(folder, target).replace(/^(?!\.)/, './');
  const message = `${place} may not import this: see import-rules.ts for what it may.`;
  const group = [
    '*',
    ...['node:*', 'node:*/*', '.', '..', ...libraries].flatMap(allowed),
    // Forbids relative paths that leave the place, except what it may import.
    ...leaving,
    ...may.flatMap((each) => allowed(from(each))),
    ...except.map(from),
  ];
  return {
    files: [files],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
  };
}

function allowed(path: string): string[] {
  return [`!${path}`, `!${path}/**`];
}
