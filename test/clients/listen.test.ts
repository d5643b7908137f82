import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PATIENCE, readLive } from '../support/graphql/live.ts';
import { startDatabaseProxy } from '../support/process/database-proxy.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { expectSigned, useMachine } from '../support/webhook/listening.ts';
import { type Callback, closedPort, startReceiver } from '../support/webhook/receiver.ts';
import { subscribe } from '../support/webhook/webhook.ts';

const service = useService({ own: 'removes rows that others may have' });
/** The number of missed events, more than a page. */
const MISSED = 150;
const { listen, secretFile } = useMachine();

const texts = (callbacks: Callback[]) => callbacks.map(({ body }) => body.toString());
const idsOf = async (account: TestAccount) => (await storedEvents(account)).map(({ id }) => id);

describe('provender listen', () => {
  it('forwards each event once, as it is stored, in order, signed, to the URL of its route', async () => {
    const account = await createAccount(service);
    await createProduct(account);
    await using rest = await startReceiver(500, 200);
    await using deliveries = await startReceiver(204);
    const routes = ['*', 'created'].flatMap((name) => ['--route', `delivery.${name}=${deliveries.url}`]);
    const command = await listen(service.url, account, ['--forward-to', rest.url, ...routes]);
    const delivery = await createDelivery(account, { notes: 'für 2 Paletten' });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });

    await expect.poll(() => command.lines('response').length, PATIENCE).toBe(3);
    const [, ...stored] = await storedEvents(account);
    expect(command.ids()).toEqual(stored.map(({ id }) => id));
    expect(texts(rest.callbacks)).toEqual([stored[0]!.body]);
    expect(texts(deliveries.callbacks)).toEqual([stored[1]!.body, stored[2]!.body]);
    const [{ secret }] = command.lines('listening');
    for (const callback of [...rest.callbacks, ...deliveries.callbacks]) expectSigned(callback, secret);
    expect(command.lines('response').find(({ url }) => url === rest.url)).toEqual({
      kind: 'response',
      id: stored[0]!.id,
      event: 'product.created',
      url: rest.url,
      webhook_id: rest.callbacks[0]!.headers['webhook-id'],
      status: 500,
      error: 'unexpected_status',
      duration_ms: expect.any(Number),
    });
    command.stop();
    expect(await command.code).toBe(0);

    // A second one, also from an address of the API, has the same secret and the same ids.
    const again = await listen(`${service.url}/api/v1`, account, ['--forward-to', rest.url, '--replay', '3']);
    await expect.poll(() => again.lines('response').length, PATIENCE).toBe(3);
    expect(again.ids()).toEqual(stored.map(({ id }) => id));
    expect(again.lines('listening')[0].secret).toBe(secret);
    expect(rest.callbacks[1]!.headers['webhook-id']).toBe(rest.callbacks[0]!.headers['webhook-id']);
    const file = secretFile();
    expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('continues after an interruption without losing or repeating an event', async () => {
    const account = await createAccount(service);
    await createProduct(account);
    const [before] = await idsOf(account);
    await using proxy = await startDatabaseProxy(service.url);
    const command = await listen(proxy.url, account, [
      '--forward-to',
      `http://127.0.0.1:${await closedPort()}/`,
    ]);
    const interruptions = () => command.lines('interrupted').length;

    async function whileCut(work: () => Promise<unknown>): Promise<void> {
      const earlier = interruptions();
      proxy.cut();
      await work();
      await expect.poll(interruptions, PATIENCE).toBeGreaterThan(earlier + 1);
      proxy.letThrough();
    }

    // Before the first event, and after one.
    await whileCut(() => createProduct(account));
    await expect
      .poll(async () => command.ids().includes((await idsOf(account)).at(-1)!), PATIENCE)
      .toBe(true);
    await whileCut(() => createProduct(account));
    await expect.poll(() => command.ids().at(-1), PATIENCE).toBe((await idsOf(account)).at(-1));
    const waits = command.lines('interrupted').map(({ retry_in_ms: ms }) => ms as number);
    expect(waits[1]).toBeGreaterThan(waits[0]! * 1.1);

    // The event before the first connection may come too, if that was seconds ago.
    const seen = command.ids().filter((id) => id !== before);
    expect(seen).toEqual((await idsOf(account)).slice(1));
    // The last event is no longer stored, as after a month.
    await whileCut(async () => {
      await account.database.pool.query('DELETE FROM events WHERE account_id = $1', [account.id]);
      await createProduct(account);
    });
    const [latest] = await idsOf(account);
    await expect.poll(() => command.ids().at(-1), PATIENCE).toBe(latest);
    expect(command.ids().filter((id) => id !== before)).toEqual([...seen, latest]);
    expect(command.lines('response')[0]).toMatchObject({
      status: null,
      error: 'connection_failed (ECONNREFUSED)',
    });
  });

  it('shows what users resend and recover, marked, each message once', async () => {
    const account = await createAccount(service);
    const { pool } = service.database;
    await using receiver = await startReceiver(200);
    await using proxy = await startDatabaseProxy(service.url);
    const webhook = await subscribe(account, receiver.url);
    const plain = await readLive(service.url, { key: account.key });
    const command = await listen(proxy.url, account, ['--forward-to', receiver.url]);
    await createProduct(account, { name: 'für 2 Paletten' });
    await expect.poll(() => command.lines('response').length, PATIENCE).toBe(1);
    const [first] = await storedEvents(account);
    const { rows } = await pool.query(
      `WITH other AS (INSERT INTO events (account_id, type, body) SELECT $1, 'product.created', $4 FROM generate_series(1, $3))
       INSERT INTO webhook_messages (account_id, subscription_id, event_id, status, next_attempt_at)
       VALUES ($1, $2, $5, 'failed', NULL) RETURNING webhook_id`,
      [account.id, webhook.id, MISSED, first!.body, first!.id],
    );
    await expect.poll(() => command.ids().length, PATIENCE).toBe(1 + MISSED);
    const before = command.ids();

    await account.call('POST', `/webhooks/${webhook.id}/deliveries/${rows[0].webhook_id}/resend`);
    const resent = () => command.lines('event').filter((line) => line.resend_of !== null);
    await expect.poll(() => resent().length, PATIENCE).toBe(1);
    expect(resent()[0]).toMatchObject({ event: 'product.created', resend_of: first!.id, body: first!.body });
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBe(2 + MISSED);
    const { headers, body } = receiver.callbacks.at(-1)!;
    expect(headers['webhook-id']).toBe(receiver.callbacks[0]!.headers['webhook-id']);
    expect(body.toString()).toBe(first!.body);

    // A recovery of more than a page, with the connection cut before and in it.
    proxy.cut();
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/recover`);
    expect(json.data).toEqual({ count: MISSED });
    proxy.letThrough();
    await expect.poll(() => resent().length, PATIENCE).toBeGreaterThan(1);
    proxy.cut();
    proxy.letThrough();
    await expect.poll(() => resent().length, PATIENCE).toBeGreaterThanOrEqual(1 + MISSED);
    await createProduct(account);
    await expect.poll(() => command.lines('event').at(-1).resend_of, PATIENCE).toBe(null);
    expect(resent().map((line) => line.resend_of)).toEqual([first!.id, ...before.slice(1)]);
    expect(new Set(command.ids()).size).toBe(3 + 2 * MISSED);
    // Others see each event once, also when they read old ones.
    const old = await readLive(service.url, { key: account.key, after: '0' });
    for (const reader of [plain, old]) {
      await expect.poll(() => reader.events().length, PATIENCE).toBe(2 + MISSED);
      expect(reader.events().map(({ id }) => id)).toEqual([...before, command.ids().at(-1)]);
    }
    const query = '{ latestEvents(first: 100) { id resendOf } }';
    const { latestEvents } = (await account.call('POST', '//graphql', { body: { query } })).json.data;
    const latest = [...before, command.ids().at(-1)].toReversed().slice(0, 100);
    expect(latestEvents).toEqual(latest.map((id) => ({ id, resendOf: null })));
  });

  it('begins at a time, after an event, or with the latest, of the chosen events', async () => {
    const account = await createAccount(service);
    await createDelivery(account);
    await createProduct(account);
    const ids = await idsOf(account);
    const old = ids.slice(0, -1);
    const types = (await storedEvents(account)).map(({ type }) => type);
    expect(types).toEqual(['product.created', 'delivery.created', 'product.created']);
    // Older than a time, in the clock of the row and of the text.
    await account.database.pool.query(
      `UPDATE events SET created_at = created_at - interval '1 day', body = replace(body, '"timestamp":"2', '"timestamp":"1')
       WHERE account_id = $1 AND id = ANY($2)`,
      [account.id, old],
    );
    const expected: [string[], string[]][] = [
      [['--since', '0'], ids],
      [['--since', ids[0]!], ids.slice(1)],
      [['--since', new Date(Date.now() - 3_600_000).toISOString()], ids.slice(2)],
      [['--since', '2000-01-01'], ids.slice(2)],
      [['--replay', '2'], ids.slice(1)],
      [['--replay', '5', '--events', 'delivery.*,return.created'], [ids[1]!]],
    ];
    const commands = await Promise.all(expected.map(([args]) => listen(service.url, account, args)));
    for (const [at, [args, chosen]] of expected.entries()) {
      await expect.poll(commands[at]!.ids, { ...PATIENCE, message: args.join(' ') }).toEqual(chosen);
    }
  });
});

/** Returns the events of an account. */
async function storedEvents({ id, database }: TestAccount) {
  const { rows } = await database.pool.query<{ id: string; type: string; body: string }>(
    'SELECT id, type, body FROM events WHERE account_id = $1 ORDER BY id',
    [id],
  );
  return rows;
}
