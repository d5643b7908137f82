import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { newDelivery } from '../../lab/supplier.ts';
import { hashOf, newKey } from '../../src/schema/api-key/key-format.ts';
import { type Amount, type Attack, type Attacks, requests, type Scene } from '../attack.ts';

const MANY: Amount = [100, 50_000, 200];
const PREFLIGHT = {
  Origin: 'https://shop.example',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
};
/** Just below the 300 a minute of the Business plan, which each of 12 accounts sends at once. */
const AT_ONCE = 290;

/** Requests as fast as the service responds: without a key, or as many as a plan allows. */
export const FLOODS: Attacks = {
  preflights: flood(
    204,
    async ({ attacker }) =>
      () =>
        attacker.send('/api/v1/deliveries', { method: 'OPTIONS', headers: PREFLIGHT }),
  ),
  // Each uses its own connection, of which a machine has only so many.
  malformed: requests([100, 10_000, 200], async ({ attacker }) => async () => {
    const socket = await attacker.open('NOT HTTP AT ALL\r\n\r\n');
    if (!socket.destroyed) await once(socket.resume(), 'close');
  }),
  metrics: flood(
    200,
    async ({ attacker }) =>
      () =>
        attacker.send('/metrics'),
  ),
  readyz: flood(
    200,
    async ({ attacker }) =>
      () =>
        attacker.send('/readyz'),
  ),
  // Well-formed keys that never existed, each only once, and one that was revoked: all are looked up.
  'refused-keys': flood(401, async ({ attacker, stage: { database }, account }) => {
    const revoked = (await account()).key;
    const revoke = 'UPDATE api_keys SET revoked_at = now() WHERE secret_hash = $1';
    await database.pool.query(revoke, [hashOf(revoked)]);
    return (number) => attacker.send('/api/v1/deliveries', { key: number % 2 === 0 ? revoked : newKey() });
  }),
  'idempotent-posts': requests([AT_ONCE, 12 * AT_ONCE, 80], async ({ attacker, account }) => {
    const suppliers = await Promise.all(Array.from({ length: 12 }, () => account()));
    return (number) => {
      const supplier = suppliers[Math.floor(number / AT_ONCE)]!;
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = JSON.stringify(newDelivery(supplier));
      return attacker.send('/api/v1/deliveries', { method: 'POST', key: supplier.key, headers, body });
    };
  }),
};

/** Returns a flood whose first request must get this status. */
function flood(
  status: number,
  prepare: (scene: Scene) => Promise<(number: number) => Promise<{ status: number }>>,
): Attack {
  return requests(MANY, async (scene) => {
    const send = await prepare(scene);
    if ((await send(0)).status !== status) throw new Error(`the flood is not answered with ${status}`);
    return send;
  });
}
