import { defineConfig, type OxlintOverride } from 'oxlint';
import { IMPORT_RULES, type ImportRule } from './import-rules.ts';

/** The maximum depth of folders in those of the rules. */
const MAX_DEPTH = 4;

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  ignorePatterns: [
    'src/generated/**',
    'web/src/generated/**',
    'clients/typescript/endpoints.ts',
    'clients/typescript/problems.ts',
  ],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
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
    ...Object.entries(IMPORT_RULES).flatMap(([place, rule]) => importsOf(place, rule)),
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
      // A table of one entry each.
      files: ['src/problems.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['test/**', 'examples/**', 'bench/**', 'scripts/**'],
      rules: {
        'no-console': 'off',
        'max-lines': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      },
    },
  ],
});

/**
 * Returns the overrides that enforce the rule of a file or folder: one for each depth at which imports may leave it.
 */
function importsOf(place: string, rule: ImportRule): OxlintOverride[] {
  if (/\.\w+$/.test(place)) return [override(place, place, './', rule)];
  return Array.from({ length: MAX_DEPTH }, (_, depth) => {
    const files = `${place}/${'*/'.repeat(depth)}*.{ts,tsx}`;
    return override(place, files, '../'.repeat(depth + 1), rule);
  });
}

/**
 * Returns one override.
 *
 * @param up the path to the folder around `place`
 */
function override(place: string, files: string, up: string, rule: ImportRule): OxlintOverride {
  const { may, except = [], libraries } = rule;
  const root = place.split('/')[0]!;
  const from = (target: string) =>
    target.startsWith(`${root}/`) ? target.replace(`${root}/`, up) : `${up === './' ? '' : up}../${target}`;
  const message = `${place} may not import this: see import-rules.ts for what it may.`;
  const group = [
    '*',
    ...['node:*', 'node:*/*', '.', '..', ...libraries].flatMap(allowed),
    // Forbids relative paths that leave the place, except what it may import.
    ...(up === './' ? ['./**', '../**'] : [`${up}**`]),
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
