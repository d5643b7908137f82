import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { newDelivery } from '../../supplier.ts';
import { hashOf, newKey } from '../../../src/schema/people/api-key/key-format.ts';
import { type Amount, type Attack, type Attacks, requests } from '../attack.ts';
import { type Attacker, prove } from '../attacker.ts';

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
  preflights: flood(204, '/api/v1/deliveries', { method: 'OPTIONS', headers: PREFLIGHT }),
  // Each request uses a new connection, of which a machine has a limited number.
  malformed: requests([100, 10_000, 200], async ({ attacker }) => async () => {
    const socket = await attacker.open('NOT HTTP AT ALL\r\n\r\n');
    if (!socket.destroyed) await once(socket.resume(), 'close');
  }),
  metrics: flood(200, '/metrics'),
  readyz: flood(200, '/readyz'),
  'refused-keys': refusedKeys(),
  // Through a proxy, so that no address reaches its limit.
  'refused-keys-of-many-addresses': refusedKeys({ TRUST_PROXY: '1' }),
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

/** Returns a flood of one request, to which the service must respond with this status. */
function flood(expected: number, path: string, ask?: Parameters<Attacker['send']>[1]): Attack {
  return requests(MANY, async ({ attacker }) => {
    prove(await attacker.send(path, ask), { expected });
    return () => attacker.send(path, ask);
  });
}

/**
 * Returns a flood of well-formed keys that never existed, each only once, and one that was revoked: all are
 * looked up.
 */
function refusedKeys(environment?: Record<string, string>): Attack {
  return requests(
    MANY,
    async ({ attacker, stage: { database }, account }) => {
      const revoked = (await account()).key;
      const revoke = 'UPDATE api_keys SET revoked_at = now() WHERE secret_hash = $1';
      await database.pool.query(revoke, [hashOf(revoked)]);
      prove(await attacker.send('/api/v1/deliveries', { key: revoked }), { expected: 401 });
      return (number) => {
        const headers = { 'X-Forwarded-For': `198.18.${number >> 8}.${number % 256}` };
        return attacker.send('/api/v1/deliveries', { key: number % 2 === 0 ? revoked : newKey(), headers });
      };
    },
    { ...(environment && { environment }) },
  );
}
