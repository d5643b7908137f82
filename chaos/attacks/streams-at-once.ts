import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/connect.ts';
import { createSignedIn } from '../../test/support/service/visitor.ts';
import { PLAN_LIMITS } from '../../src/schema/account/plans.ts';
import type { Attack } from '../stage/attack.ts';

const STREAMS = 40;
const QUERY = 'subscription { events { id type } }';
const WRITE_MS = 1_000;
const OPEN_MS = 3_000;

/** Forty live streams of one session, opened at the same moment on a plan that allows ten. */
export const streamsAtOnce: Attack = {
  name: 'streams-at-once',
  async prepare({ url, attacker, stage: { database } }) {
    const visitor = await createSignedIn({ url, database }, 'free');
    const headers = { Origin: url, Cookie: Array.from(visitor.cookies, (pair) => pair.join('=')).join('; ') };
    const most = PLAN_LIMITS.free.streams;
    return async () => {
      // Over connections that are already open, all of them arrive at the same moment.
      await Promise.all(Array.from({ length: STREAMS }, () => attacker.send('/healthz')));
      attacker.answers.clear();
      const ends = AbortSignal.timeout(OPEN_MS);
      const written = await writeSlowly(database);
      const open = await Promise.all(Array.from({ length: STREAMS }, () => isLetThrough(ends)));
      await written();
      const passed = open.filter(Boolean).length;
      const what = `${passed} of ${STREAMS} accepted, ${most} allowed`;
      return { what, isWithinBounds: passed > 0 && passed <= most };
    };

    /** Returns whether a stream was accepted. A refusal is an error response, or the first event of the stream. */
    async function isLetThrough(signal: AbortSignal): Promise<boolean> {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of await attacker.listen(headers, QUERY, signal)) chunks.push(chunk);
      } catch {
        // Refused before it began, or ended.
      }
      return chunks.length > 0 && !Buffer.concat(chunks).toString().includes('"errors"');
    }
  },
};

/** Starts another transaction: until it ends, the first stream of a process is still being opened. */
async function writeSlowly({ pool }: Database): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  const ended = sleep(WRITE_MS).then(() => client.query('COMMIT'));
  return async () => {
    await ended;
    client.release();
  };
}
