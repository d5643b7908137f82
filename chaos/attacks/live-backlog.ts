import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { type Attack, repeat } from '../stage/attack.ts';
import { fillEvents } from '../stage/bulk.ts';

const EVENTS = 10_000;
const STREAMS = 30;
const COUNT = 280;
const PAUSE_MS = 100;
const MESSAGE = Buffer.from('event: next');
const BODY = JSON.stringify({ query: 'subscription { events(after: "0") { id type occurredAt data } }' });

/** Thirty live streams that have all kept events sent, and begin again when they came. */
export const liveBacklog: Attack = {
  name: 'live-backlog',
  async prepare({ url, attacker: { account, address }, stage, smoke }) {
    const { accountId, key } = await account('business');
    const events = smoke ? 200 : EVENTS;
    await fillEvents(stage.database, accountId, events);
    const dispatcher = new Agent({ connections: null, bodyTimeout: 0, localAddress: address });
    stage.onEnd(() => dispatcher.destroy());
    return async (signal) => {
      await repeat(signal, { lanes: smoke ? 5 : STREAMS, count: COUNT }, () => read(signal));
    };

    async function read(signal: AbortSignal): Promise<void> {
      try {
        const { statusCode, body } = await request(`${url}/graphql`, {
          method: 'POST',
          dispatcher,
          signal,
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            Accept: 'text/event-stream',
          },
          body: BODY,
        });
        let told = 0;
        for await (const chunk of body) {
          told += countOf(chunk as Buffer);
          // One at the seam of two chunks may have been overlooked.
          if (told >= events * 0.99) break;
        }
        if (statusCode !== 200) await sleep(PAUSE_MS);
      } catch {
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
