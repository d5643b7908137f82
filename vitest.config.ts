import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One copy of graphql for Pothos, Yoga and us.
  ssr: { resolve: { conditions: ['module-sync', 'module', 'node'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});
