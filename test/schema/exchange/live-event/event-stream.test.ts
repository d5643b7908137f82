import { describe, expect, it } from 'vitest';
import { fault } from '../../../../src/schema/core/errors.ts';
import { createEventStream } from '../../../../src/schema/exchange/live-event/event-stream.ts';
import type { LiveEvent } from '../../../../src/schema/exchange/live-event/read-events.ts';
import type { EventType } from '../../../../src/schema/core/event/events.ts';

const eventOf = (id: number, type: EventType = 'product.created'): LiveEvent => ({
  id: BigInt(id),
  accountId: 1n,
  type,
  body: '{}',
});

/** A stream over a table of events, of which the first `settled` have settled. */
function stage(
  events: LiveEvent[],
  { after = 0, settled = after }: { after?: number; settled?: number } = {},
) {
  const reads: number[] = [];
  let last = BigInt(settled);
  const stream = createEventStream({
    accountId: 1n,
    types: new Set<EventType>(['product.created']),
    resends: false,
    after: BigInt(after),
    settled: () => last,
    async read({ after, upTo, limit }) {
      reads.push(Number(after));
      return events.filter(({ id }) => id > after && id <= upTo).slice(0, limit);
    },
  });
  return {
    stream,
    reads,
    /** Settles events up to `id`, and offers them. */
    settle(id: number) {
      for (const event of events) if (event.id > last && event.id <= id) stream.add(event);
      last = BigInt(id);
    },
    async take(count: number): Promise<number[]> {
      const ids: number[] = [];
      for (let taken = 0; taken < count; taken++) ids.push(Number((await stream.next()).value!.id));
      return ids;
    },
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const events = numbers(1, 1_000).map((id) => eventOf(id));

describe('a stream', () => {
  it('passes offered events on, and reads nothing', async () => {
    const { settle, take, reads } = stage(events);
    settle(3);
    expect(await take(3)).toEqual([1, 2, 3]);
    const next = take(1);
    settle(4);
    expect(await next).toEqual([4]);
    expect(reads).toEqual([]);
  });

  it('reads earlier events', async () => {
    const { settle, take, reads } = stage(events, { after: 10, settled: 350 });
    expect(await take(340)).toEqual(numbers(11, 350));
    settle(351);
    expect(await take(1)).toEqual([351]);
    expect(reads).toEqual([10, 110, 210, 310]);
  });

  it('buffers a hundred events for a slow reader, who still gets all others', async () => {
    const { settle, take, reads } = stage(events);
    for (const id of numbers(1, 900)) settle(id);
    expect(reads).toEqual([]);
    expect(await take(100)).toEqual(numbers(1, 100));
    settle(950);
    expect(await take(850)).toEqual(numbers(101, 950));
    expect(reads[0]).toBe(100);
    settle(951);
    expect(await take(1)).toEqual([951]);
  });

  it('reads events that settle while it reads', async () => {
    const { stream, settle, take } = stage(events, { settled: 5 });
    const first = take(1);
    settle(8);
    expect(await first).toEqual([1]);
    expect(await take(7)).toEqual(numbers(2, 8));
    stream.end();
    expect(await stream.next()).toEqual({ value: undefined, done: true });
  });

  it('reads events it was not offered', async () => {
    const { stream, settle, take } = stage(events, { after: 5 });
    stream.catchUpFrom(5n);
    settle(7);
    expect(await take(2)).toEqual([6, 7]);
  });

  it('skips events that the reader already has', async () => {
    const { settle, take } = stage(events, { after: 5, settled: 3 });
    settle(5);
    settle(6);
    expect(await take(1)).toEqual([6]);
  });

  it('passes on only its types', async () => {
    const others = [eventOf(1, 'return.created'), eventOf(2), eventOf(3, 'return.created'), eventOf(4)];
    const { settle, take } = stage(others);
    settle(4);
    expect(await take(2)).toEqual([2, 4]);
  });

  it('ends at once with an error, and does not continue', async () => {
    const { stream, settle } = stage(events);
    settle(3);
    stream.end(fault('unknown_key', 'This API key is not valid'));
    await expect(stream.next()).rejects.toThrow('This API key is not valid');
    expect(await stream.next()).toEqual({ value: undefined, done: true });
    await stream.ended;
  });

  it('ends when its reader leaves, also while waiting', async () => {
    const { stream } = stage(events);
    const waiting = stream.next();
    await stream.return!();
    expect(await waiting).toEqual({ value: undefined, done: true });
    await stream.ended;
  });

  it('ends when it cannot be read', async () => {
    const stream = createEventStream({
      accountId: 1n,
      types: new Set(['product.created']),
      resends: false,
      after: 0n,
      settled: () => 5n,
      read: () => Promise.reject(new Error('away')),
    });
    await expect(stream.next()).rejects.toThrow('away');
    await stream.ended;
  });
});
