import type { Reporter } from 'vitest/node';

/**
 * Ends a run with one plain line, `12 passed, 0 failed`, for whoever reads the output by machine.
 * What fails the run without being a test, such as a file that cannot be loaded, counts as failed.
 */
export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
      counts.failed += module.errors().length;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    }
    const { passed, failed } = counts;
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  },
};
