import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../stage/attack.ts';

const EACH = 50;
const DRIP_MS = 1_000;
/** By then the service must have closed all of these connections. */
const GONE_WITHIN_MS = 75_000;
const PROBE_MS = 500;

const GET = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const LARGE = 'GET /docs/scalar.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const PAGE = 'GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n';

/** What each kind sends first. Several large responses exceed the kernel's buffers. */
const KINDS = {
  headers: 'GET /api/v1/deliveries HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  bodies:
    'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  idle: '',
  'idle after a response': GET,
  'script readers': LARGE.repeat(4),
  'page readers': PAGE.repeat(2),
};
const DRIPPING = new Set(['headers', 'bodies']);

/** Connections that send or read so slowly that they never finish, or not at all. */
export const dawdlers: Attack = {
  name: 'dawdlers',
  isLong: true,
  async prepare({ attacker }) {
    return async () => {
      const open: [kind: string, socket: Socket][] = [];
      for (const [kind, first] of Object.entries(KINDS)) {
        for (let count = 0; count < EACH; count++) open.push([kind, await attacker.open(first)]);
      }
      const drip = setInterval(() => {
        for (const [kind, socket] of open) if (DRIPPING.has(kind)) socket.write('x');
      }, DRIP_MS);
      await sleep(GONE_WITHIN_MS);
      clearInterval(drip);
      const left = await stillThere(open);
      const kinds = Array.from(
        Map.groupBy(left, ([kind]) => kind),
        ([kind, some]) => `${some.length} ${kind}`,
      );
      const what = `${left.length} of ${open.length} left after 75 s${left.length > 0 ? ` (${kinds.join(', ')})` : ''}`;
      return { what, isWithinBounds: left.length === 0 };
    };
  },
};

/** A byte sent to a closed connection causes a reset, even if nothing is read. */
async function stillThere(open: [string, Socket][]): Promise<[string, Socket][]> {
  for (let probe = 0; probe < 3; probe++) {
    for (const [, socket] of open) if (!socket.destroyed) socket.write('x');
    await sleep(PROBE_MS);
  }
  return open.filter(([, socket]) => !socket.destroyed);
}
