import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, ShareError } from '../src/fair-queue.ts';

const queue = (options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) =>
  new FairQueue({ name: 'requests', share: 2, maxWaiting: 3, maxWaitMs: 60_000, ...options });

// A waiter left by one test must not be refused during another file's tests.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Enters, and records who got a slot. */
async function enter(fair: FairQueue, subject: string, letIn: string[], as = subject): Promise<void> {
  await fair.enter(subject);
  letIn.push(as);
}

/** Lets those who got a slot record it. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('lets a subject have its share at once, and other subjects theirs', async () => {
    const fair = queue();
    expect([fair.enter('a'), fair.enter('a'), fair.enter('b')]).toEqual([undefined, undefined, undefined]);
    expect(fair.enter('a')).toBeInstanceOf(Promise);
    expect(fair.waiting).toBe(1);
  });

  it('keeps any number waiting, however long, without limits', async () => {
    const fair = new FairQueue({ name: 'starts', share: 1 });
    const letIn: string[] = [];
    for (let number = 0; number < 5_000; number++) void enter(fair, 'a', letIn);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([letIn.length, fair.waiting, fair.refused]).toEqual([1, 4_999, 0]);
  });

  it('keeps a subject waiting while it must wait, and checks again on resume', async () => {
    let mustWait = true;
    const fair = queue({ mustWait: (subject) => subject === 'a' && mustWait });
    const letIn: string[] = [];
    void enter(fair, 'a', letIn);
    void enter(fair, 'b', letIn);
    await settled();
    fair.resume();
    await settled();
    expect(letIn).toEqual(['b']);
    mustWait = false;
    fair.resume();
    await settled();
    expect(letIn).toEqual(['b', 'a']);
  });

  it('is first come, first served for each subject', async () => {
    const fair = queue({ share: 1 });
    const letIn: string[] = [];
    for (const name of ['1', '2', '3']) void enter(fair, 'a', letIn, name);
    await settled();
    for (let count = 0; count < 3; count++) {
      fair.leave('a');
      await settled();
    }
    expect(letIn).toEqual(['1', '2', '3']);
    expect(fair.waiting).toBe(0);
  });

  it('gives a released slot to the subject that uses the fewest', async () => {
    const fair = queue({ share: 3, total: 4, maxWaiting: 10 });
    const letIn: string[] = [];
    for (const subject of ['a', 'a', 'a', 'b', 'a', 'a', 'b', 'c', 'c']) void enter(fair, subject, letIn);
    await settled();
    expect(letIn.splice(0)).toEqual(['a', 'a', 'a', 'b']);
    for (let count = 0; count < 3; count++) {
      fair.leave('a');
      await settled();
    }
    // c used no slot. Then all use one, and a has waited longest, then b.
    expect(letIn).toEqual(['c', 'a', 'b']);
  });

  it('alternates between subjects that use equally many slots', async () => {
    const fair = queue({ share: 1, total: 1, maxWaiting: 10 });
    const letIn: string[] = [];
    for (const subject of ['x', 'a', 'a', 'b', 'b']) void enter(fair, subject, letIn);
    await settled();
    for (let last = 'x', count = 0; count < 4; count++) {
      fair.leave(last);
      await settled();
      last = letIn.at(-1)!;
    }
    expect(letIn).toEqual(['x', 'a', 'b', 'a', 'b']);
  });

  it('lets a subject have more while it is alone, and less again as others come', async () => {
    const fair = queue({ share: 4, crowdedShare: 1, maxWaiting: 10 });
    const letIn: string[] = [];
    for (let count = 0; count < 6; count++) void enter(fair, 'a', letIn);
    await settled();
    expect(letIn).toHaveLength(4);
    expect(fair.enter('b')).toBeUndefined();
    for (let count = 0; count < 3; count++) fair.leave('a');
    await settled();
    expect(letIn).toHaveLength(4);
    fair.leave('a');
    await settled();
    expect(letIn).toHaveLength(5);
  });

  it('refuses a subject whose queue is full, and counts refusals', async () => {
    const fair = queue({ share: 1, maxWaiting: 1 });
    expect(fair.enter('a')).toBeUndefined();
    void fair.enter('a');
    await expect(fair.enter('a')).rejects.toBeInstanceOf(ShareError);
    expect(fair.enter('b')).toBeUndefined();
    expect(fair.refused).toBe(1);
  });

  it('says whether a subject waited for others alone', async () => {
    const fair = queue({ share: 1, total: 1, maxWaitMs: 20 });
    expect(fair.enter('a')).toBeUndefined();
    await Promise.all([
      expect(fair.enter('a')).rejects.toMatchObject({ isByOthers: false }),
      expect(fair.enter('b')).rejects.toMatchObject({ isByOthers: true }),
      vi.advanceTimersByTimeAsync(20),
    ]);
  });

  it('refuses a subject that waits too long, without giving it a slot', async () => {
    const fair = queue({ share: 1, maxWaitMs: 20 });
    expect(fair.enter('a')).toBeUndefined();
    await Promise.all([
      expect(fair.enter('a')).rejects.toBeInstanceOf(ShareError),
      vi.advanceTimersByTimeAsync(20),
    ]);
    expect(fair.waiting).toBe(0);
    fair.leave('a');
    expect(fair.enter('a')).toBeUndefined();
  });
});
