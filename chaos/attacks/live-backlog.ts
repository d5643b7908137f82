import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, repeat } from '../stage/attack.ts';
import { fillEvents } from '../stage/bulk.ts';

const EVENTS = 10_000;
const STREAMS = 30;
const COUNT = 280;
const PAUSE_MS = 100;
const MESSAGE = Buffer.from('event: next');
const QUERY = 'subscription { events(after: "0") { id type occurredAt data } }';

/** Thirty live streams that have all kept events sent, and begin again when they came. */
export const liveBacklog: Attack = {
  name: 'live-backlog',
  async prepare({ attacker, stage: { database }, smoke }) {
    const { accountId, key } = await attacker.account('business');
    const events = smoke ? 200 : EVENTS;
    await fillEvents(database, accountId, events);
    return async (signal) => {
      await repeat(signal, { lanes: smoke ? 5 : STREAMS, count: COUNT }, () => read(signal));
    };

    async function read(signal: AbortSignal): Promise<void> {
      try {
        let told = 0;
        for await (const chunk of await attacker.listen({ Authorization: `Bearer ${key}` }, QUERY, signal)) {
          told += countOf(chunk);
          // One at the seam of two chunks may have been overlooked.
          if (told >= events * 0.99) return;
        }
      } catch {
        // Refused, or over.
        await sleep(PAUSE_MS);
      }
    }
  },
};

function countOf(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(MESSAGE); at >= 0; at = chunk.indexOf(MESSAGE, at + MESSAGE.length)) count++;
  return count;
}
