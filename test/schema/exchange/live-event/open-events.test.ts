import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/schema/core/context.ts';
import { createLiveEvents } from '../../../../src/schema/exchange/live-event/live-events.ts';
import { openEvents } from '../../../../src/schema/exchange/live-event/open-events.ts';
import { useDatabase } from '../../../support/database/database.ts';

const LIMIT = 10;
const database = useDatabase();

/** A reader of an account on the Free plan, and the streams of all. */
function stage() {
  const events = createLiveEvents({ url: database.url, pool: database.pool, log: pino({ level: 'silent' }) });
  const contextOf = (accountId: bigint) =>
    ({
      caller: { accountId, plan: 'free', keyId: 1n, scopes: new Set(['products:read']) },
      http: { live: { events, lastEventId: undefined, reauthenticate: () => new Promise(() => {}) } },
    }) as unknown as Context;
  return { events, open: (id: bigint, input = {}) => openEvents(contextOf(id), input) };
}

describe('the limit on live streams', () => {
  it('applies to concurrent opens', async () => {
    const { events, open } = stage();
    const opened = await Promise.allSettled(Array.from({ length: 40 }, () => open(1n)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
    const refusals = opened.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(refusals)).toEqual(new Set(['rate_limited']));
    // Other accounts have their own limit.
    await open(2n);
    expect(events.count()).toBe(LIMIT + 1);
    await events.close();
  });

  it('releases slots of streams that ended and of those that could not be opened', async () => {
    const { events, open } = stage();
    for (let round = 0; round < 2; round++) {
      const failed = await Promise.allSettled(Array.from({ length: LIMIT }, () => open(1n, { after: '77' })));
      expect(failed.map(({ status }) => status)).toEqual(Array(LIMIT).fill('rejected'));
      const streams = await Promise.all(Array.from({ length: LIMIT }, () => open(1n)));
      await expect(open(1n)).rejects.toMatchObject({ code: 'rate_limited' });
      await Promise.all(streams.map((stream) => stream.return!()));
    }
    await expect.poll(() => events.count()).toBe(0);
    await events.close();
  });
});
