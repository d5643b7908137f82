import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLanes, type Lanes } from '../../src/jobs/lanes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the lanes of a subscription', () => {
  it('are four', async () => {
    const lanes = createLanes();
    expect(await enter(lanes, 4)).toEqual([true, true, true, true]);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    lanes.leave(7n, false);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(await lanes.enter(7n, false)).toBe(true);
  });

  it('are one while it fails, and nobody waits for it', async () => {
    const lanes = createLanes();
    expect(await lanes.enter(7n, true)).toBe(true);
    expect(await answerOf(lanes.enter(7n, true))).toBe(false);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    lanes.leave(7n, true);
    expect(await lanes.enter(7n, true)).toBe(true);
  });

  it('are its own', async () => {
    const lanes = createLanes();
    await lanes.enter(7n, true);
    expect(await lanes.enter(8n, true)).toBe(true);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7', 'subscription:8']);
  });

  it('are full, and known to be, once it began to fail with several callbacks under way', async () => {
    const lanes = createLanes();
    await enter(lanes, 3);
    expect(await lanes.enter(7n, true)).toBe(false);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    for (let left = 0; left < 3; left += 1) lanes.leave(7n, true);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(await lanes.enter(7n, true)).toBe(true);
  });

  it('are asked for by one worker at a time once its last callback failed', async () => {
    const lanes = createLanes();
    await lanes.enter(7n, false);
    lanes.leave(7n, true);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    // Who asked got one, and is done with it.
    await lanes.enter(7n, true);
    lanes.leave(7n, true);
    expect(lanes.flagsToPassOver()).toBe(null);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    // Who asked found none.
    await vi.advanceTimersByTimeAsync(100);
    expect(lanes.flagsToPassOver()).toBe(null);
  });

  it('are four again, for all to ask for, once a callback succeeded', async () => {
    const lanes = createLanes();
    await lanes.enter(7n, true);
    lanes.leave(7n, false);
    expect([lanes.flagsToPassOver(), lanes.flagsToPassOver()]).toEqual([null, null]);
    expect(await enter(lanes, 4)).toEqual([true, true, true, true]);
  });
});

describe('who finds none of the lanes free', () => {
  it('gets one when it is left, first come first served', async () => {
    const left: string[] = [];
    const lanes = createLanes((flag) => left.push(flag));
    await enter(lanes, 4);
    const [first, second] = [lanes.enter(7n, false), lanes.enter(7n, false)];
    expect([await answerOf(first), await answerOf(second)]).toEqual(['waits', 'waits']);
    lanes.leave(7n, false);
    expect([await answerOf(first), await answerOf(second)]).toEqual([true, 'waits']);
    expect(lanes.flagsToPassOver()).toEqual(['subscription:7']);
    lanes.leave(7n, false);
    expect(await second).toBe(true);
    expect(left).toEqual([]);
    lanes.leave(7n, false);
    expect(left).toEqual(['subscription:7']);
  });

  it('waits for a quarter of a second', async () => {
    const lanes = createLanes();
    await enter(lanes, 4);
    const waiting = lanes.enter(7n, false);
    await vi.advanceTimersByTimeAsync(249);
    expect(await answerOf(waiting)).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await answerOf(waiting)).toBe(false);
    for (let left = 0; left < 4; left += 1) lanes.leave(7n, false);
    expect(await enter(lanes, 4)).toEqual([true, true, true, true]);
  });

  it('does not wait where none was left for long', async () => {
    const lanes = createLanes();
    await enter(lanes, 4);
    await vi.advanceTimersByTimeAsync(201);
    expect(await answerOf(lanes.enter(7n, false))).toBe(false);
    lanes.leave(7n, false);
    expect(await enter(lanes, 1)).toEqual([true]);
    expect(await answerOf(lanes.enter(7n, false))).toBe('waits');
  });

  it('does not wait where those before it will take long', async () => {
    const lanes = createLanes();
    await enter(lanes, 4);
    for (let left = 0; left < 50; left += 1) {
      await vi.advanceTimersByTimeAsync(80);
      lanes.leave(7n, false);
      await lanes.enter(7n, false);
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () => answerOf(lanes.enter(7n, false))));
    expect(answers).toEqual(['waits', 'waits', 'waits', false]);
  });

  it('is turned away when a callback fails, and when the worker stops', async () => {
    const lanes = createLanes();
    await enter(lanes, 4);
    const before = lanes.enter(7n, false);
    lanes.leave(7n, true);
    expect(await answerOf(before)).toBe(false);
    lanes.leave(7n, false);
    expect(await enter(lanes, 2)).toEqual([true, true]);
    const after = lanes.enter(7n, false);
    expect(await answerOf(after)).toBe('waits');
    lanes.close();
    expect(await answerOf(after)).toBe(false);
    expect(await lanes.enter(8n, false)).toBe(false);
  });
});

function enter(lanes: Lanes, count: number): Promise<boolean[]> {
  return Promise.all(Array.from({ length: count }, () => lanes.enter(7n, false)));
}

/** What `entering` answered, if it has. */
function answerOf(entering: Promise<boolean>): Promise<boolean | 'waits'> {
  return Promise.race([entering, new Promise<'waits'>((resolve) => setImmediate(resolve, 'waits'))]);
}
