import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOutbox } from '../../src/jobs/outbox.ts';
import type { OutgoingMessage } from '../../src/schema/webhook/take-due.ts';

it('sends four messages of a subscription at a time, and one at a time after a failure', async () => {
  const { outbox, sent, end } = start();
  outbox.add(messages(1n, 8));
  expect(sent()).toBe(4);
  await end(null);
  expect(sent()).toBe(5);
  await end('timeout');
  // The three waiting messages are returned.
  expect(outbox.room(1).held).toHaveLength(5);
  outbox.add(messages(1n, 3, 8));
  await end('timeout');
  await end('timeout');
  expect(sent()).toBe(5);
  await end('timeout');
  outbox.add(messages(1n, 3, 11));
  // The next one is sent once the failures are recorded, of those that are due then.
  expect(sent()).toBe(5);
  outbox.forget(outbox.ended().map(({ message }) => message));
  expect(outbox.isEmpty()).toBe(true);
  outbox.add(messages(1n, 3, 11));
  expect(sent()).toBe(6);
  await end(null);
  expect(sent()).toBe(8);
});

it('keeps messages until they are recorded, and reports which subscriptions are quick', async () => {
  const { outbox, end } = start();
  outbox.add(messages(1n, 4));
  outbox.add(messages(2n, 1, 4));
  expect([outbox.isFull(), outbox.room(1).quick]).toEqual([true, []]);
  for (let ended = 0; ended < 5; ended += 1) await end(null);
  expect([outbox.isFull(), outbox.isEmpty(), outbox.room(1).held.length]).toEqual([false, false, 5]);
  expect(outbox.room(1).quick).toEqual([1n, 2n]);
  const results = outbox.ended();
  expect([results.length, outbox.ended().length]).toEqual([5, 0]);
  outbox.forget(results.map(({ message }) => message));
  expect(outbox.isEmpty()).toBe(true);
});

it('starts 16 callbacks of an account at once, then one more at a time, of subscriptions in turn', async () => {
  const { outbox, sent, end } = start();
  for (let id = 0; id < 12; id++) outbox.add(messages(BigInt(id), 4, 4 * id));
  expect(sent()).toBe(16);
  await end(null);
  expect(sent()).toBe(17);
  const widenedFrom = performance.now();
  await expect.poll(sent).toBe(48);
  // 31 more, one each 40 ms.
  expect(performance.now() - widenedFrom).toBeGreaterThan(1_000);
});

it('does not start callbacks that were dropped while they waited for the window', async () => {
  const { outbox, sent } = start();
  for (let id = 0; id < 5; id++) outbox.add(messages(BigInt(id), 4, 4 * id));
  outbox.drop();
  outbox.add(messages(9n, 1, 100));
  await expect.poll(sent).toBe(17);
  expect(outbox.room(1).held).toHaveLength(17);
});

it('has room according to the number of accounts, and always for a few messages', () => {
  const { outbox } = start();
  expect([1, 30, 64, 1_000].map((accounts) => outbox.room(accounts).limit)).toEqual([256, 34, 16, 8]);
  outbox.add(messages(1n, 10));
  expect([1, 30, 64, 1_000].map((accounts) => outbox.room(accounts).limit)).toEqual([246, 24, 6, 0]);
  outbox.drop(2n);
  expect(outbox.room(1).held).toHaveLength(10);
  outbox.drop(1n);
  expect(outbox.room(1).held).toHaveLength(4);
});

/** Starts an outbox whose callbacks end on request, in their order. */
function start() {
  const calls: ((error: string | null) => void)[] = [];
  let count = 0;
  const outbox = createOutbox(
    () => {
      count += 1;
      return new Promise((resolve) => {
        const rest = { attemptedAt: new Date(), durationMs: 5, statusCode: null, responseExcerpt: null };
        calls.push((error) => resolve({ ...rest, error }));
      });
    },
    () => {},
  );
  return {
    outbox,
    sent: () => count,
    async end(error: string | null) {
      calls.shift()!(error);
      await turn();
    },
  };
}

function messages(subscriptionId: bigint, count: number, from = 0): OutgoingMessage[] {
  return Array.from({ length: count }, (_, at) => {
    const id = BigInt(from + at);
    return { id, subscriptionId, isFailing: false } as OutgoingMessage;
  });
}
