import { expect, it } from 'vitest';
import { createPace } from '../../../src/schema/event/pace.ts';

it('lets an account continue at once, then once per pause, without delaying others', async () => {
  const turn = createPace(50);
  const started = performance.now();
  const order: string[] = [];
  const after: number[] = [];
  await Promise.all([
    ...['1', '2', '3'].map(async (name) => {
      await turn(1n);
      order.push(name);
      after.push(performance.now() - started);
    }),
    turn(2n).then(() => order.push('other')),
  ]);
  expect(order.slice(0, 2).toSorted()).toEqual(['1', 'other']);
  expect(order.slice(2)).toEqual(['2', '3']);
  // Timers may fire a millisecond early.
  expect(after[1]).toBeGreaterThanOrEqual(48);
  expect(after[2]).toBeGreaterThanOrEqual(98);
});
