import { expect, it } from 'vitest';
import { allGuards, namesWithoutGuard, problemsOf } from './guard.ts';

const GUARDS = allGuards();

it('finds each guard that is listed, lists each that is marked, and can remove it', () => {
  expect(GUARDS.length).toBeGreaterThan(300);
  expect(problemsOf(GUARDS)).toEqual([]);
  expect(namesWithoutGuard(GUARDS)).toEqual([]);
});
