import { expect, it } from 'vitest';
import { createPause } from '../../src/limits/pause.ts';

/** The time of a part, longer than a time slice. */
const PART_MS = 6;

/** Processes `parts`, one slice of time each, and records the name of each processed part. */
async function work(name: string, parts: number, done: string[], isLast = false) {
  const pause = createPause({ isLast });
  for (let part = 0; part < parts; part++) {
    const until = performance.now() + PART_MS;
    while (performance.now() < until);
    done.push(name);
    await pause();
  }
}

it('finishes long tasks one after the other, so that they do not use memory at the same time', async () => {
  const done: string[] = [];
  await Promise.all([work('a', 20, done), work('b', 20, done), work('c', 20, done)]);
  const before = done.slice(0, done.lastIndexOf('a')).filter((name) => name !== 'a');
  expect(before.length).toBeLessThan(16);
  expect(done.lastIndexOf('b')).toBeLessThan(done.lastIndexOf('c'));
});

it('does not count the time in which a task waits for others', async () => {
  const pause = createPause();
  expect(pause()).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 4 * PART_MS));
  expect(pause()).toBeUndefined();
});

it('continues first with tasks that are closer to their response', async () => {
  const done: string[] = [];
  await Promise.all([work('a', 10, done), work('b', 10, done, true)]);
  expect(done.lastIndexOf('b')).toBeLessThan(done.lastIndexOf('a'));
});

it('alternates short tasks with slices of long ones', async () => {
  const done: string[] = [];
  const long = [work('a', 20, done), work('b', 20, done)];
  await new Promise(setImmediate);
  for (let count = 0; count < 3; count++) await work('short', 2, done);
  expect(done.lastIndexOf('short')).toBeLessThan(done.lastIndexOf('a'));
  await Promise.all(long);
});
