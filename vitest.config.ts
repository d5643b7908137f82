import { configDefaults, defineConfig } from 'vitest/config';
import { closingLine } from './test/support/closing-line.ts';

const ALL = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'];

/** Files that replace a module: each needs a process in which nobody has imported it yet. */
const ALONE = ['test/schema/account/password.test.ts', 'test/schema/session/sign-in.test.ts'];

export default defineConfig({
  // One copy of graphql for Pothos, Yoga and us.
  ssr: { resolve: { conditions: ['module-sync', 'module', 'node'] } },
  test: {
    globalSetup: ['test/support/cluster.ts', 'test/support/built-page.ts', 'test/support/chromium.ts'],
    reporters: ['default', closingLine],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser may be slow to show what is waited for.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // One process serves many files: importing the whole service takes longer than most files' tests.
        test: {
          name: 'together',
          isolate: false,
          include: ALL,
          exclude: [...configDefaults.exclude, ...ALONE],
        },
      },
    ],
  },
});
