import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inLanes } from '../../lab/load.ts';
import { connectionLimits } from '../../src/http/server/bound-connections.ts';
import { aborted, type Attacks } from '../attack.ts';
import { get, largestBuilt } from './readers.ts';

/** More than the kernel's buffers of a connection take. */
const UNREAD_BYTES = 16 * 1_024 * 1_024;
const DAWDLERS = 50;
/** By then the service must have closed all connections that dawdle. */
const GONE_WITHIN_MS = 75_000;

/** What each kind of dawdling connection sends first. */
const FIRST: Record<string, () => string> = {
  headers: () => 'GET /api/v1/deliveries HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  bodies: () =>
    'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  idle: () => '',
  'idle after a response': () => get({ path: '/healthz' }),
  'script readers': () => unreadOf('js'),
  'page readers': () => unreadOf('html'),
};

/** Connections, more than are allowed or longer than is useful. */
export const CONNECTIONS: Attacks = {
  'idle-connections': {
    async prepare({ attacker, smoke }) {
      const count = smoke ? 300 : connectionLimits().total + 200;
      return async (signal) => {
        await inLanes(50, count, (number) => attacker.open('', addressOf(number % 500)));
        await aborted(signal);
      };
    },
  },
  dawdlers: {
    isLong: true,
    prepare:
      async ({ attacker }) =>
      async () => {
        const kinds = Object.keys(FIRST).flatMap((kind) => Array.from({ length: DAWDLERS }, () => kind));
        const open: [kind: string, socket: Socket][] = [];
        for (const kind of kinds) open.push([kind, await attacker.open(FIRST[kind]!())]);
        const dripping = open.filter(([kind]) => kind === 'headers' || kind === 'bodies');
        const drip = setInterval(() => dripping.forEach(([, socket]) => socket.write('x')), 1_000);
        await sleep(GONE_WITHIN_MS);
        clearInterval(drip);
        // A byte sent to a closed connection causes a reset, even if nothing is read.
        for (let probe = 0; probe < 3; probe++, await sleep(500))
          for (const [, socket] of open) if (!socket.destroyed) socket.write('x');
        const left = open.filter(([, socket]) => !socket.destroyed).map(([kind]) => kind);
        const what = `${left.length} of ${open.length} left after 75 s ${[...new Set(left)].join(', ')}`;
        return { what: what.trimEnd(), isWithinBounds: left.length === 0 };
      },
  },
};

function unreadOf(extension: 'js' | 'html'): string {
  const { path, bytes } = largestBuilt(extension);
  return get({ path }).repeat(Math.ceil(UNREAD_BYTES / bytes));
}

/** Returns one of 500 addresses of this machine. */
function addressOf(number: number): string {
  return `127.1.${Math.floor(number / 250)}.${1 + (number % 250)}`;
}
