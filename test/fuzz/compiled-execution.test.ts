import { fuzz } from '@provender/compiled-execution/fuzz/fuzz';
import { expect, it } from 'vitest';
import { createServiceTarget } from '../../lab/fuzz/service-target.ts';
import { createDatabase } from '../support/database/database.ts';
import { holdTurns } from '../support/service/hold-turns.ts';

const COUNT = 1_000;

holdTurns();

it("has the results of graphql-js on the service's schema", { timeout: 180_000 }, async () => {
  const testDatabase = await createDatabase();
  const target = await createServiceTarget(testDatabase.url);
  try {
    const summary = await fuzz(target, { count: COUNT, seed: 1, maxFindings: 3 });
    expect(summary.findings).toEqual([]);
    expect(summary.operations).toBe(COUNT);
    // Most operations must use a plan, and many must fail somewhere; otherwise little was compared.
    expect(summary.compiled).toBeGreaterThan(COUNT / 2);
    expect(summary.withErrors).toBeGreaterThan(COUNT / 3);
    expect(summary.invalid).toBeLessThan(COUNT / 10);
  } finally {
    await target.close();
    await testDatabase.drop();
  }
});
