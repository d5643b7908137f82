import { describe, expect, it } from 'vitest';
import { createLanes } from '../../src/jobs/lanes.ts';

describe('the lanes of a subscription', () => {
  it('are four', () => {
    const lanes = createLanes();
    expect([1, 2, 3, 4, 5].map(() => lanes.enter(7n, false))).toEqual([true, true, true, true, false]);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    lanes.leave(7n, false);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(lanes.enter(7n, false)).toBe(true);
  });

  it('are one while it fails', () => {
    const lanes = createLanes();
    expect([lanes.enter(7n, true), lanes.enter(7n, true)]).toEqual([true, false]);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    lanes.leave(7n, true);
    expect(lanes.enter(7n, true)).toBe(true);
  });

  it('are its own', () => {
    const lanes = createLanes();
    lanes.enter(7n, true);
    expect(lanes.enter(8n, true)).toBe(true);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7', 'subscription:8']);
  });

  it('are full, and known to be, once it began to fail with several callbacks under way', () => {
    const lanes = createLanes();
    for (let entered = 0; entered < 3; entered += 1) lanes.enter(7n, false);
    expect(lanes.enter(7n, true)).toBe(false);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    for (let left = 0; left < 3; left += 1) lanes.leave(7n, true);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(lanes.enter(7n, true)).toBe(true);
  });

  it('are asked for by one worker at a time once its last callback failed', async () => {
    const lanes = createLanes();
    lanes.enter(7n, false);
    lanes.leave(7n, true);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    // Who asked got one, and is done with it.
    lanes.enter(7n, true);
    lanes.leave(7n, true);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    // Who asked found none.
    await expect.poll(() => lanes.flagsToPassOver()).toBe(null);
  });

  it('are four again, for all to ask for, once a callback succeeded', () => {
    const lanes = createLanes();
    lanes.enter(7n, true);
    lanes.leave(7n, false);
    expect([lanes.flagsToPassOver(), lanes.flagsToPassOver()]).toEqual([null, null]);
    expect([1, 2, 3, 4, 5].map(() => lanes.enter(7n, false))).toEqual([true, true, true, true, false]);
  });
});
