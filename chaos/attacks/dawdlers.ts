import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../stage/attack.ts';
import { type BuiltFile, largestBuilt } from '../stage/built-files.ts';

const EACH = 50;
const DRIP_MS = 1_000;
/** By then the service must have closed all of these connections. */
const GONE_WITHIN_MS = 75_000;
const PROBE_MS = 500;

/** More than the kernel's buffers of a connection take. */
const UNREAD_BYTES = 16 * 1_024 * 1_024;

/** What each kind sends first. */
const KINDS: Record<string, () => string> = {
  headers: () => 'GET /api/v1/deliveries HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  bodies: () =>
    'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  idle: () => '',
  'idle after a response': () => get('/healthz'),
  'script readers': () => unread(largestBuilt('js')),
  'page readers': () => unread(largestBuilt('html')),
};
const DRIPPING = new Set(['headers', 'bodies']);

/** Connections that send or read so slowly that they never finish, or not at all. */
export const dawdlers: Attack = {
  name: 'dawdlers',
  isLong: true,
  async prepare({ attacker }) {
    for (const { path, bytes } of [largestBuilt('js'), largestBuilt('html')])
      await attacker.prove(path, {}, { bytes });
    return async () => {
      const open: [kind: string, socket: Socket][] = [];
      for (const [kind, first] of Object.entries(KINDS)) {
        for (let count = 0; count < EACH; count++) open.push([kind, await attacker.open(first())]);
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

function unread({ path, bytes }: BuiltFile): string {
  return get(path).repeat(Math.ceil(UNREAD_BYTES / bytes));
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}
