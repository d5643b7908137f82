import { expect, it } from 'vitest';
import { fuzz, type Summary, type Target } from '../../fuzz/fuzz.ts';
import { createServiceTarget } from '../../fuzz/service-target.ts';
import { createSyntheticTarget } from '../../fuzz/synthetic-target.ts';
import { createDatabase } from '../support/database.ts';

const OPTIONS = { timeout: 180_000 };

it(
  'has the results of graphql-js for 1,000 operations on a schema that fails in every way',
  OPTIONS,
  async () => {
    await expectNoFindings(createSyntheticTarget(), 1_000);
  },
);

it(
  'has the data of graphql-js, and leaves no promise alone, when it pauses after each item',
  OPTIONS,
  async () => {
    await expectNoFindings(createSyntheticTarget({ pauses: true }), 500);
  },
);

it("has the results of graphql-js for 1,000 operations on the service's schema", OPTIONS, async () => {
  const testDatabase = await createDatabase();
  const target = await createServiceTarget(testDatabase.url);
  try {
    await expectNoFindings(target, 1_000);
  } finally {
    await target.close();
    await testDatabase.drop();
  }
});

async function expectNoFindings(target: Target, count: number): Promise<void> {
  const summary: Summary = await fuzz(target, { count, seed: 1, maxFindings: 3 });
  expect(summary.findings).toEqual([]);
  expect(summary.operations).toBe(count);
  // Most are executed by a plan, and many of them fail somewhere: else nothing much was compared.
  expect(summary.compiled).toBeGreaterThan(count / 2);
  expect(summary.withErrors).toBeGreaterThan(count / 3);
  expect(summary.invalid).toBeLessThan(count / 10);
}
