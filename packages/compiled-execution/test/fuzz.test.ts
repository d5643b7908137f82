import { expect, it } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { createSyntheticTarget } from '../fuzz/synthetic-target.ts';

const COUNT = 1_000;

it('has the results of graphql-js on a schema that fails in every way', { timeout: 180_000 }, async () => {
  const summary = await fuzz(createSyntheticTarget(), { count: COUNT, seed: 1, maxFindings: 3 });
  expect(summary.findings).toEqual([]);
  expect(summary.operations).toBe(COUNT);
  // Most operations must use a plan, and many must fail somewhere; otherwise little was compared.
  expect(summary.compiled).toBeGreaterThan(COUNT / 2);
  expect(summary.withErrors).toBeGreaterThan(COUNT / 3);
  expect(summary.invalid).toBeLessThan(COUNT / 10);
});
