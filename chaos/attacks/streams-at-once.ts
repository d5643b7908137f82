import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createSignedIn } from '../../test/support/visitor.ts';
import { PLAN_LIMITS } from '../../src/schema/account/plans.ts';
import type { Attack } from '../stage/attack.ts';

const STREAMS = 40;
const SETTLE_MS = 2_000;
const BODY = JSON.stringify({ query: 'subscription { events { id type } }' });

/** Forty live streams of one session, opened in the same moment on a plan that allows ten. */
export const streamsAtOnce: Attack = {
  name: 'streams-at-once',
  async prepare({ url, stage }) {
    const visitor = await createSignedIn({ url, database: stage.database }, 'free');
    const cookie = Array.from(visitor.cookies, (pair) => pair.join('=')).join('; ');
    const dispatcher = new Agent({ connections: null, bodyTimeout: 0 });
    stage.onEnd(() => dispatcher.destroy());
    const most = PLAN_LIMITS.free.streams;
    return async (signal) => {
      const closing = new AbortController();
      const open = await Promise.all(Array.from({ length: STREAMS }, () => isLetThrough(closing.signal)));
      await sleep(SETTLE_MS, undefined, { signal }).catch(() => {});
      closing.abort();
      const passed = open.filter(Boolean).length;
      return { what: `${passed} of ${STREAMS} let through, ${most} allowed`, isWithinBounds: passed <= most };
    };

    /** One that is refused is answered with an error, as a response or as the first event of the stream. */
    async function isLetThrough(closing: AbortSignal): Promise<boolean> {
      try {
        const { statusCode, body } = await request(`${url}/graphql`, {
          method: 'POST',
          dispatcher,
          signal: closing,
          headers: {
            Origin: url,
            Cookie: cookie,
            'Content-Type': 'application/json',
            Accept: 'text/event-stream',
          },
          body: BODY,
        });
        body.on('error', () => {});
        const chunks: Buffer[] = [];
        body.on('data', (chunk: Buffer) => chunks.push(chunk));
        await sleep(SETTLE_MS / 2);
        return statusCode === 200 && !Buffer.concat(chunks).toString().includes('"errors"');
      } catch {
        return false;
      }
    }
  },
};
