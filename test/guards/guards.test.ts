import { expect, it } from 'vitest';
import { GUARDS } from './all.ts';
import { problemsOf } from './guard.ts';

it('finds each guard once, and the tests that miss it', () => {
  expect(GUARDS.length).toBeGreaterThan(300);
  expect(problemsOf(GUARDS)).toEqual([]);
});
