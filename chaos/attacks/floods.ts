import { once } from 'node:events';
import { type Attack, repeat } from '../stage/attack.ts';
import type { Attacker } from '../stage/attacker.ts';

const LANES = 100;
const MOST = 50_000;
/** Each request uses its own connection, of which a machine has only so many. */
const MOST_CONNECTIONS = 10_000;

const PREFLIGHT = {
  Origin: 'https://shop.example',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type',
};

/** Requests that need no key, as fast as the service responds. */
export const floods: Attack[] = [
  flood('preflights', MOST, 204, (attacker) =>
    attacker.send('/api/v1/deliveries', { method: 'OPTIONS', headers: PREFLIGHT }),
  ),
  flood('malformed', MOST_CONNECTIONS, undefined, async (attacker) => {
    const socket = await attacker.open('NOT HTTP AT ALL\r\n\r\n');
    if (!socket.destroyed) await once(socket.resume(), 'close');
  }),
  flood('metrics', MOST, 200, (attacker) => attacker.send('/metrics')),
  flood('readyz', MOST, 200, (attacker) => attacker.send('/readyz')),
];

function flood(
  name: string,
  most: number,
  status: number | undefined,
  send: (attacker: Attacker) => Promise<unknown>,
): Attack {
  return {
    name,
    async prepare({ attacker, smoke }) {
      const count = smoke ? 200 : most;
      await send(attacker);
      if (status && !attacker.answers.has(status)) throw new Error(`${name} is not answered with ${status}`);
      return async (signal) => {
        await repeat(signal, { lanes: smoke ? 8 : LANES, count }, () => send(attacker));
      };
    },
  };
}
