import { defineConfig } from 'vitest/config';
import { closingLine } from './test/support/closing-line.ts';

export default defineConfig({
  // One copy of graphql for Pothos, Yoga and us.
  ssr: { resolve: { conditions: ['module-sync', 'module', 'node'] } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts', 'test/support/built-page.ts'],
    reporters: ['default', closingLine],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser may be slow to show what is waited for.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
  },
});
