import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectEvents, readLive } from '../support/graphql/live.ts';
import { useExplained } from '../support/database/explained.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);
const CLIENTS = 20;
const STREAMS = 5;
const EVENTS = 1_000;
/** The maximum bytes of a turn: far fewer than one body has, or one page of events. */
const MOST_PER_TURN = 160 * 1_024;

/**
 * Watches all connections of the process. The returned function ends this, and returns the most bytes of one
 * turn.
 */
function watchOutput(): () => number {
  /** The bytes that each connection had written before its first request here: connections are reused. */
  const sockets = new Map<Socket, number>();
  const add = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    if (!sockets.has(socket)) sockets.set(socket, socket.bytesWritten);
  };
  subscribe('http.server.request.start', add);
  let isOver = false;
  const end = () => {
    isOver = true;
    unsubscribe('http.server.request.start', add);
  };
  onTestFinished(end);
  let most = 0;
  void (async () => {
    for (let before = 0; !isOver; await nextTurn()) {
      const written = sockets
        .entries()
        .reduce((sum, [socket, earlier]) => sum + socket.bytesWritten - earlier, 0);
      most = Math.max(most, written - before);
      before = written;
    }
  })();
  return () => (end(), most);
}

async function addEvents({ id, database }: TestAccount, count: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO events (account_id, type, body)
     SELECT $1, 'product.created', json_build_object('timestamp', iso_utc(now()), 'data',
       json_build_object('name', n || repeat('é', 1000)))::text FROM generate_series(1, $2::int) AS n`,
    [id, count],
  );
}

describe('no turn of the event loop writes more than a part', () => {
  it('of a script that many clients request uncompressed', async () => {
    const page = await (await fetch(`${service.url}/docs`)).text();
    const [, script] = /src="([^"]+\.js)"/.exec(page)!;
    const url = new URL(script!, `${service.url}/docs`);
    const read = async () => {
      const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
      return (await response.arrayBuffer()).byteLength;
    };
    const bytes = await read();
    expect(bytes).toBeGreaterThan(1_000_000);
    const ended = watchOutput();
    const lengths = await Promise.all(Array.from({ length: CLIENTS }, read));
    expect(ended()).toBeLessThan(MOST_PER_TURN);
    expect(new Set(lengths)).toEqual(new Set([bytes]));
  });

  it('of the old events of live streams', async () => {
    const account = await createAccount(service);
    await addEvents(account, EVENTS);
    const ended = watchOutput();
    const open = () => readLive(service.url, { key: account.key, after: '0' });
    const readers = await Promise.all(Array.from({ length: STREAMS }, open));
    for (const reader of readers) await expectEvents(reader, EVENTS);
    const most = ended();
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(MOST_PER_TURN);
  });
});

it('reads a page of old events without the events after it', async () => {
  const account = await createAccount(service);
  await addEvents(account, EVENTS);
  await service.database.pool.query('ANALYZE events');
  explained.length = 0;
  const reader = await readLive(service.url, { key: account.key, after: '0' });
  await expectEvents(reader, EVENTS);
  const plans = explained.filter(
    (plan) => plan.includes('AS account, LATERAL') || plan.includes('body FROM events'),
  );
  expect(plans.length).toBeGreaterThanOrEqual(EVENTS / 100);
  for (const plan of plans) {
    const read = [...plan.matchAll(/rows=([\d.]+) loops/g)].map(([, rows]) => Number(rows));
    expect(Math.max(...read)).toBeLessThanOrEqual(EVENTS / 2);
  }
});
