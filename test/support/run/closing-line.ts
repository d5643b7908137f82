import type { Reporter } from 'vitest/node';

/**
 * Ends a run with one plain line, `12 passed, 0 failed`, for whoever reads the output by machine.
 * What fails the run without being a test, such as a file that cannot be loaded, counts as failed.
 */
export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandledErrors, reason) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state]++;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      counts.failed += module.errors().length;
    }
    // Only the reason reports a failed set-up or an interruption.
    const failed = reason === 'passed' ? counts.failed : Math.max(counts.failed, 1);
    const skipped = counts.skipped + counts.pending;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    process.stdout.write(`${counts.passed} passed, ${failed} failed${tail}\n`);
  },
};
