import { expect, it } from 'vitest';
import { batched } from '../../src/database/batched.ts';

function recorded() {
  const calls: number[][] = [];
  const double = batched(async (numbers: readonly number[]) => {
    calls.push([...numbers]);
    return numbers.map((number) => (number < 0 ? new Error('negative') : 2 * number));
  });
  return { calls, double };
}

it('batches the calls of one turn of the event loop', async () => {
  const { calls, double } = recorded();
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2]);
  expect(calls).toEqual([[1, 2, 1]]);
});

it('does not cache results', async () => {
  const { calls, double } = recorded();
  await double(1);
  await double(1);
  expect(calls).toEqual([[1], [1]]);
});

it('fails alone what fails alone', async () => {
  const { double } = recorded();
  const results = await Promise.allSettled([double(-1), double(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('fails all calls of a failed batch', async () => {
  const away = batched<number, number>(() => Promise.reject(new Error('away')));
  const results = await Promise.allSettled([away(1), away(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('batches the calls made while a batch is under way', async () => {
  const held = Promise.withResolvers<void>();
  const calls: number[][] = [];
  const echo = batched(async (numbers: readonly number[]) => {
    calls.push([...numbers]);
    if (calls.length === 1) await held.promise;
    return [...numbers];
  });
  const all = [1, 2, 3].map(async (number) => {
    // Each call is in a turn of the event loop of its own.
    for (let turn = 1; turn < 4 * number; turn += 1) await new Promise(setImmediate);
    return echo(number);
  });
  setTimeout(held.resolve, 10);
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
  expect(calls).toEqual([[1], [2, 3]]);
});

it('does not let a batch wait long for one that is held up', async () => {
  const held = Promise.withResolvers<number[]>();
  let isFirst = true;
  const echo = batched(async (numbers: readonly number[]) => {
    if (!isFirst) return [...numbers];
    isFirst = false;
    return held.promise;
  });
  const first = echo(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await echo(2)).toBe(2);
  held.resolve([1]);
  expect(await first).toBe(1);
});
