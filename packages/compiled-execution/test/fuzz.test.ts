import { expect, it } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { createSyntheticTarget } from '../fuzz/synthetic-target.ts';

const COUNT = 1_000;

it.each([
  ['the results', createSyntheticTarget()],
  [
    'the data, and leaves no promise alone, while it pauses after each item',
    createSyntheticTarget({ pauses: true }),
  ],
])(
  'has %s of graphql-js on a schema that fails in every way',
  { timeout: 180_000 },
  async (_what, target) => {
    const summary = await fuzz(target, { count: COUNT, seed: 1, maxFindings: 3 });
    expect(summary.findings).toEqual([]);
    expect(summary.operations).toBe(COUNT);
    // Most operations must use a plan, and many must fail somewhere; otherwise little was compared.
    expect(summary.compiled).toBeGreaterThan(COUNT / 2);
    expect(summary.withErrors).toBeGreaterThan(COUNT / 3);
    expect(summary.invalid).toBeLessThan(COUNT / 10);
  },
);
