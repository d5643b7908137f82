import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { FARTHEST, pauseAfter, pausesOf } from '../../../src/schema/webhook/pause-after.ts';

it.each([
  [0, 0],
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [4, 4_000],
  [5, 4_000],
  [1_000_000, 4_000],
])('after %i failures the pause is %i ms by default', (failures, ms) => {
  expect(pauseAfter(failures, readConfig({}).WEBHOOK_PAUSE_MS)).toBe(ms);
  expect(pauseAfter(failures, 0)).toBe(0);
});

it('makes ten failures take at least 27 seconds, less than the farthest end of a pause', () => {
  const pauses = Array.from({ length: 9 }, (_, at) => pauseAfter(at + 1, 500));
  const sum = pauses.reduce((total, ms) => total + ms);
  expect(sum).toBe(27_500);
  expect(sum).toBeLessThanOrEqual(FARTHEST * 500);
});

it('lists the pauses that differ', () => {
  expect(pausesOf(500)).toEqual([500, 1_000, 2_000, 4_000]);
});
