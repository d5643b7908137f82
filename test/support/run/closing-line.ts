import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 3;

let startedAt = 0;

/**
 * Ends a run with its time, its slowest files, the tests that needed a second try, and one plain line, `12
 * passed, 0 failed`, for whoever reads the output by machine. What fails the run without being a test, such
 * as a file that cannot be loaded, counts as failed.
 */
export const closingLine: Reporter = {
  onTestRunStart() {
    startedAt = performance.now();
  },
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
    process.stdout.write(summaryOf(modules));
    process.stdout.write(`${counts.passed} passed, ${failed} failed${tail}\n`);
  },
};

function summaryOf(modules: readonly TestModule[]): string {
  const slowest = modules
    .map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `${name} (${seconds(ms)})`);
  const retried = modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
    .map((test) => `Tried again: ${test.module.relativeModuleId}, ${test.fullName}\n`);
  const time = seconds(performance.now() - startedAt);
  return `${retried.join('')}Took ${time}, of the files longest: ${slowest.join(', ')}\n`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
