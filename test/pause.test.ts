import { expect, it } from 'vitest';
import { createPause } from '../src/pause.ts';

/** Longer than a slice. */
const PART_MS = 6;

/** Works off `parts`, each a slice; tells of each one by its name. */
async function work(name: string, parts: number, told: string[], step: 'parse' | 'write' = 'parse') {
  const pause = createPause(step);
  for (let part = 0; part < parts; part++) {
    const until = performance.now() + PART_MS;
    while (performance.now() < until);
    told.push(name);
    await pause();
  }
}

it('finishes long works one after the other, so that they do not take memory beside each other', async () => {
  const told: string[] = [];
  await Promise.all([work('a', 20, told), work('b', 20, told), work('c', 20, told)]);
  const before = told.slice(0, told.lastIndexOf('a')).filter((name) => name !== 'a');
  expect(before.length).toBeLessThan(16);
  expect(told.lastIndexOf('b')).toBeLessThan(told.lastIndexOf('c'));
});

it('does not count the time in which a work waits for others', async () => {
  const pause = createPause('parse');
  expect(pause()).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 4 * PART_MS));
  expect(pause()).toBeUndefined();
});

it('continues first with work that is nearer to its response', async () => {
  const told: string[] = [];
  await Promise.all([work('a', 10, told), work('b', 10, told, 'write')]);
  expect(told.lastIndexOf('b')).toBeLessThan(told.lastIndexOf('a'));
});

it('alternates short work with the slices of long work', async () => {
  const told: string[] = [];
  const long = [work('a', 20, told), work('b', 20, told)];
  await new Promise(setImmediate);
  for (let count = 0; count < 3; count++) await work('short', 2, told);
  expect(told.lastIndexOf('short')).toBeLessThan(told.lastIndexOf('a'));
  await Promise.all(long);
});
