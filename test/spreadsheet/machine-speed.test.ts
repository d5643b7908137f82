import { expect, it } from 'vitest';
import { FILE_BOUNDS } from '../../src/spreadsheet/limits.ts';
import { onThisMachine, slower, slowness } from '../../src/spreadsheet/machine-speed.ts';

it('gives a slower machine more time, none less than the bounds, and measures once', async () => {
  const times = await slowness();
  expect(times).toBeGreaterThanOrEqual(1);
  expect(await slowness()).toBe(times);
  expect(await onThisMachine(FILE_BOUNDS.large)).toEqual(slower(FILE_BOUNDS.large, times));
  const { cpuS, wallS } = FILE_BOUNDS.large;
  expect(slower(FILE_BOUNDS.large, 4)).toEqual({ ...FILE_BOUNDS.large, cpuS: 4 * cpuS, wallS: 4 * wallS });
  expect(cpuS).toBeGreaterThanOrEqual(30);
});
