import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, repeat } from '../stage/attack.ts';
import { fillEvents } from '../stage/bulk.ts';

const EVENTS = 10_000;
const EVENT_BYTES = 2_000;
const STREAMS = 30;
const COUNT = 280;
const PAUSE_MS = 100;
const MESSAGE = Buffer.from('event: next');
const QUERY = 'subscription { events(after: "0") { id type occurredAt data } }';

/** Thirty live streams, opened at once, that request all stored events and reconnect when they have them. */
export const liveBacklog: Attack = {
  name: 'live-backlog',
  async prepare({ attacker, stage: { database }, smoke }) {
    const { accountId, key } = await attacker.account('business');
    const events = smoke ? 200 : EVENTS;
    await fillEvents(database, accountId, { events, bytes: EVENT_BYTES });
    await attacker.prove('/graphql', latest(key), { bytes: 100 * EVENT_BYTES });
    return async (signal) => {
      await repeat(signal, { lanes: smoke ? 5 : STREAMS, count: COUNT }, () => read(signal));
    };

    async function read(signal: AbortSignal): Promise<void> {
      try {
        let received = 0;
        for await (const chunk of await attacker.listen({ Authorization: `Bearer ${key}` }, QUERY, signal)) {
          received += countOf(chunk);
          // A message across two chunks may have been missed.
          if (received >= events * 0.99) return;
        }
      } catch {
        // The stream was refused or has ended.
        await sleep(PAUSE_MS);
      }
    }
  },
};

/** One page of what the streams read. */
function latest(key: string) {
  const query = '{ latestEvents(first: 100) { id type occurredAt data } }';
  return { method: 'POST', key, body: JSON.stringify({ query }) };
}

function countOf(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(MESSAGE); at >= 0; at = chunk.indexOf(MESSAGE, at + MESSAGE.length)) count++;
  return count;
}
