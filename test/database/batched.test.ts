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
