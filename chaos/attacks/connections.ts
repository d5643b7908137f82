import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inLanes } from '../../lab/load.ts';
import type { Database } from '../../src/database/connect.ts';
import { connectionLimits } from '../../src/http/server/bound-connections.ts';
import { PLAN_LIMITS } from '../../src/schema/account/plans.ts';
import { createSignedIn } from '../../test/support/service/visitor.ts';
import type { Attacks, Scene } from '../attack.ts';
import { get, largestBuilt } from './readers.ts';

const ADDRESSES = 500;
const STREAMS = 40;
/** More than the kernel's buffers of a connection take. */
const UNREAD_BYTES = 16 * 1_024 * 1_024;
const DAWDLERS = 50;
const DRIP_MS = 1_000;
/** By then the service must have closed all connections that dawdle. */
const GONE_WITHIN_MS = 75_000;
const PRODUCT = 'createProduct(input: { name: "Milk", weight: 1, price: 1, category: "dairy" }) { id }';

/** What each kind of connection sends first. */
const FIRST: Record<string, () => string> = {
  headers: () => 'GET /api/v1/deliveries HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
  bodies: () =>
    'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  idle: () => '',
  'idle after a response': () => get({ path: '/healthz' }),
  'script readers': () => unreadOf('js'),
  'page readers': () => unreadOf('html'),
};

/** Sessions and connections, more than are allowed or longer than is useful. */
export const CONNECTIONS: Attacks = {
  // A key of the plan could do so in ten operations.
  'session-products': {
    async prepare({ url, stage: { database }, smoke }) {
      const visitor = await createSignedIn({ url, database }, 'free');
      const most = PLAN_LIMITS.free.perMinute;
      return async (signal) => {
        let operations = 0;
        const add = async (number: number) => {
          const fields = Array.from({ length: number % 2 === 0 ? 1 : 20 }, (_, at) => `p${at}: ${PRODUCT}`);
          const { json } = await visitor.ask(`mutation { ${fields.join(' ')} }`);
          if (json.errors) await sleep(20);
          else operations++;
        };
        const over = smoke ? [signal] : [];
        await inLanes(20, 20_000, add, AbortSignal.any([AbortSignal.timeout(8_000), ...over]));
        const made = await database.prisma.product.count({ where: { accountId: visitor.user.id } });
        const what = `${made} products by ${operations} operations, ${most} allowed`;
        return { what, isWithinBounds: made > 0 && operations <= most && made <= most * 20 };
      };
    },
  },
  'streams-at-once': {
    async prepare({ url, attacker, stage: { database } }) {
      const { cookies } = await createSignedIn({ url, database }, 'free');
      const headers = { Origin: url, Cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') };
      const most = PLAN_LIMITS.free.streams;
      return async () => {
        // Over connections that are already open, all of them arrive at the same moment.
        await inLanes(STREAMS, STREAMS, () => attacker.send('/healthz'));
        attacker.answers.clear();
        const ends = AbortSignal.timeout(3_000);
        const written = await writeSlowly(database);
        let passed = 0;
        await inLanes(STREAMS, STREAMS, async () => {
          if (await isAccepted(attacker, headers, ends)) passed++;
        });
        await written();
        const what = `${passed} of ${STREAMS} accepted, ${most} allowed`;
        return { what, isWithinBounds: passed > 0 && passed <= most };
      };
    },
  },
  'idle-connections': {
    async prepare({ attacker, smoke }) {
      const count = smoke ? 300 : connectionLimits().total + 200;
      return async (signal) => {
        await inLanes(50, count, (number) => attacker.open('', addressOf(number % ADDRESSES)));
        await sleep(60_000, undefined, { signal }).catch(() => {});
      };
    },
  },
  dawdlers: {
    isLong: true,
    async prepare({ attacker }) {
      for (const { path, bytes } of [largestBuilt('js'), largestBuilt('html')])
        await attacker.prove(path, {}, bytes);
      return async () => {
        const kinds = Object.keys(FIRST).flatMap((kind) => Array.from({ length: DAWDLERS }, () => kind));
        const open: [kind: string, socket: Socket][] = [];
        for (const kind of kinds) open.push([kind, await attacker.open(FIRST[kind]!())]);
        const dripping = open.filter(([kind]) => kind === 'headers' || kind === 'bodies');
        const drip = setInterval(() => dripping.forEach(([, socket]) => socket.write('x')), DRIP_MS);
        await sleep(GONE_WITHIN_MS);
        clearInterval(drip);
        const left = await stillThere(open);
        const named = [...new Set(left.map(([kind]) => kind))].join(', ');
        const what = `${left.length} of ${open.length} left after 75 s ${named}`.trimEnd();
        return { what, isWithinBounds: left.length === 0 };
      };
    },
  },
};

function unreadOf(extension: 'js' | 'html'): string {
  const { path, bytes } = largestBuilt(extension);
  return get({ path }).repeat(Math.ceil(UNREAD_BYTES / bytes));
}

function addressOf(number: number): string {
  return `127.1.${Math.floor(number / 250)}.${1 + (number % 250)}`;
}

/** Returns whether a stream was accepted. A refusal is an error response, or the first event of the stream. */
async function isAccepted(
  attacker: Scene['attacker'],
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  const chunks: Buffer[] = [];
  try {
    const stream = await attacker.listen(headers, 'subscription { events { id type } }', signal);
    for await (const chunk of stream) chunks.push(chunk);
  } catch {
    // Refused before it began, or ended.
  }
  return chunks.length > 0 && !Buffer.concat(chunks).toString().includes('"errors"');
}

/** Starts another transaction: until it ends, the first stream of a process is still being opened. */
async function writeSlowly({ pool }: Database): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  const ended = sleep(1_000).then(() => client.query('COMMIT'));
  return async () => {
    await ended;
    client.release();
  };
}

/** A byte sent to a closed connection causes a reset, even if nothing is read. */
async function stillThere(open: [string, Socket][]): Promise<[string, Socket][]> {
  for (let probe = 0; probe < 3; probe++) {
    for (const [, socket] of open) if (!socket.destroyed) socket.write('x');
    await sleep(500);
  }
  return open.filter(([, socket]) => !socket.destroyed);
}
