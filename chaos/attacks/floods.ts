import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { inLanes } from '../../lab/load.ts';
import { newDelivery } from '../../lab/supplier.ts';
import { hashOf, newKey } from '../../src/schema/api-key/key-format.ts';
import type { Attack, Attacks } from '../attack.ts';
import type { Attacker } from '../attacker.ts';

const LANES = 100;
const PREFLIGHT = {
  Origin: 'https://shop.example',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
};
/** Just below the 300 a minute of the Business plan. */
const AT_ONCE = 290;

/** Requests as fast as the service responds: without a key, or as many as a plan allows. */
export const FLOODS: Attacks = {
  preflights: flood(50_000, 204, (attacker) =>
    attacker.send('/api/v1/deliveries', { method: 'OPTIONS', headers: PREFLIGHT }),
  ),
  // Each uses its own connection, of which a machine has only so many.
  malformed: flood(10_000, undefined, async (attacker) => {
    const socket = await attacker.open('NOT HTTP AT ALL\r\n\r\n');
    if (!socket.destroyed) await once(socket.resume(), 'close');
  }),
  metrics: flood(50_000, 200, (attacker) => attacker.send('/metrics')),
  readyz: flood(50_000, 200, (attacker) => attacker.send('/readyz')),
  // Well-formed keys that never existed, each only once, and one that was revoked: all are looked up.
  'refused-keys': {
    async prepare({ attacker, stage: { database }, smoke, account }) {
      const revoked = (await account()).key;
      await database.pool.query('UPDATE api_keys SET revoked_at = now() WHERE secret_hash = $1', [
        hashOf(revoked),
      ]);
      const send = (number: number) =>
        attacker.send('/api/v1/deliveries', { key: number % 2 === 0 ? newKey() : revoked });
      await send(0);
      await send(1);
      if (attacker.answers.get(401) !== 2) throw new Error('a refused key is not answered with 401');
      return (signal) => inLanes(smoke ? 8 : LANES, smoke ? 200 : 50_000, send, signal);
    },
  },
  'idempotent-posts': {
    async prepare({ attacker, smoke, account }) {
      const accounts = await Promise.all(Array.from({ length: smoke ? 2 : 12 }, () => account()));
      return async (signal) => {
        for (const supplier of accounts) {
          if (signal.aborted) return;
          const ask = { method: 'POST', key: supplier.key, body: JSON.stringify(newDelivery(supplier)) };
          await inLanes(smoke ? 40 : AT_ONCE, smoke ? 40 : AT_ONCE, () =>
            attacker.send('/api/v1/deliveries', { ...ask, headers: { 'Idempotency-Key': randomUUID() } }),
          );
        }
      };
    },
  },
};

function flood(
  most: number,
  status: number | undefined,
  send: (attacker: Attacker) => Promise<unknown>,
): Attack {
  return {
    async prepare({ attacker, smoke }) {
      await send(attacker);
      if (status && !attacker.answers.has(status))
        throw new Error(`the flood is not answered with ${status}`);
      return (signal) => inLanes(smoke ? 8 : LANES, smoke ? 200 : most, () => send(attacker), signal);
    },
  };
}
