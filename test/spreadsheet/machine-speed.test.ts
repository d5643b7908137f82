import { expect, it } from 'vitest';
import { BOUNDS } from '../../src/spreadsheet/limits.ts';
import { onThisMachine, slower, slowness } from '../../src/spreadsheet/machine-speed.ts';

it('gives a slower machine more time, none less than the bounds, and measures once', async () => {
  const times = await slowness();
  expect(times).toBeGreaterThanOrEqual(1);
  expect(await slowness()).toBe(times);
  expect(await onThisMachine(BOUNDS.large)).toEqual(slower(BOUNDS.large, times));
  const { cpuS, wallS } = BOUNDS.large;
  expect(slower(BOUNDS.large, 4)).toEqual({ ...BOUNDS.large, cpuS: 4 * cpuS, wallS: 4 * wallS });
  expect(cpuS).toBeGreaterThanOrEqual(30);
});
