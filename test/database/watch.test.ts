import { createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWatch } from '../../src/database/watch.ts';
import { createAccount } from '../support/service/account.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { holdUp, someoneWaits } from '../support/database/hold-up.ts';
import { useService } from '../support/service/service.ts';

const STILL_MS = 1_500;

const service = useService();

/** Blocks the event loop, except for single turns in between. */
async function standStill(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const until = performance.now() + STILL_MS;
    while (performance.now() < until);
    await turn();
  }
}

it('learns nothing about the database from an event loop that stood still', async () => {
  const account = await createAccount(service);
  const letGo = await holdUp(service.database, 'products');
  const waiting = account.call('GET', '/products');
  await someoneWaits(service.database);
  await standStill(4);
  await letGo();
  expectData(await waiting);
});

it('gives up on a server that accepts connections and never responds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const watch = createWatch(
    `postgres://nobody@127.0.0.1:${(silent.address() as { port: number }).port}/none`,
  );
  await expect(watch(new Promise(() => {}))).rejects.toThrow('the database does not respond');
  silent.close();
});
