import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Client } from 'pg';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { Servers } from '../../src/database/servers.ts';
import type { TrackedConnection } from '../../src/database/tracked-connection.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

let servers: Servers;
/** A connection whose process is idle on the server. */
let connection: { isBusy: boolean; bytesRead: number; lost: string[] };
let kept: TrackedConnection;

beforeEach(async () => {
  const idle = new Client({ connectionString: database.url });
  await idle.connect();
  onTestFinished(() => idle.end());
  const { rows } = await idle.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  servers = new Servers(database.url);
  connection = { isBusy: false, bytesRead: 0, lost: [] };
  kept = {
    place: undefined,
    processId: rows[0]!.pid,
    deadlineMs: undefined,
    isBusy: () => connection.isBusy,
    bytesRead: () => connection.bytesRead,
    terminate: (reason: string) => connection.lost.push(reason),
  };
  servers.track(kept);
  onTestFinished(() => servers.untrack(kept));
});

it('closes a connection that waits for a process that is idle, at the second look', async () => {
  connection.isBusy = true;
  expect(await servers.look()).toBe(true);
  expect(connection.lost).toEqual([]);
  await servers.look();
  expect(connection.lost).toEqual(['the database no longer has this connection']);
});

it('keeps a connection whose statements begin during each look', async () => {
  for (let look = 0; look < 3; look++) {
    connection.isBusy = false;
    const looking = servers.look();
    connection.isBusy = true;
    await looking;
  }
  expect(connection.lost).toEqual([]);
});

it('keeps a connection that waits at each look for another statement', async () => {
  connection.isBusy = true;
  for (let look = 0; look < 3; look++) {
    connection.bytesRead++;
    await servers.look();
  }
  expect(connection.lost).toEqual([]);
});

it('finds a server that opens no connection in time, but responds on one that is open', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
  const starved = new Servers(url);
  starved.track(kept);
  onTestFinished(() => starved.untrack(kept));
  expect(await starved.look()).toBe(false);
  const looking = starved.look();
  connection.bytesRead++;
  expect(await looking).toBe(true);
});
