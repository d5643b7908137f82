import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import {
  addLongDeliveries,
  download,
  headersOf,
  linesOf,
  quiet,
  recordsOf,
} from '../support/http/download.ts';
import {
  createDelivery,
  createMessage,
  createProduct,
  createReturn,
  createStandingOrder,
  createSupermarket,
  createWebhook,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { statementsOf } from '../support/database/statements.ts';
import { fillVolume } from '../support/records/volume.ts';

/** The number of rows, more than the buffers of the connection hold: 19 MB of long names. */
const ROWS = 15_000;

const service = useService();

describe('the export of a list', () => {
  it('has a row for each record, newest first', async () => {
    const account = await createSignedIn(service);
    const { id, branches } = await createSupermarket(account, { name: 'Oak, "Field" & Söhne' });
    const product = await createProduct(account, { name: 'Rye Bread', price: 3.49, reference: 'ART-7' });
    const delivery = await createDelivery(account, {
      supermarket_id: id,
      subchain_id: branches[0].id,
      products: [{ product_id: product.id, quantity: 10 }],
      delivery_date: '2099-01-02',
      reference: 'D-7',
    });
    expect(await recordsOf(service, account, 'deliveries.csv')).toEqual([
      {
        number: String(delivery.id),
        supermarket: 'Oak, "Field" & Söhne',
        branch: 'Central',
        delivery_date: '2099-01-02',
        status: 'pending',
        value: '34.9',
        created_at: delivery.created_at,
        reference: 'D-7',
      },
    ]);
    expect(await recordsOf(service, account, 'products.csv')).toEqual([
      {
        number: 'P-0001',
        product: 'Rye Bread',
        category: product.category,
        weight_kg: String(product.weight),
        price: '3.49',
        reference: 'ART-7',
        unit: 'piece',
        lot_tracking: 'optional',
      },
    ]);
    const [, market] = await linesOf(service, account, 'supermarkets.csv');
    expect(market).toMatch(/^\d+,"Oak, ""Field"" & Söhne",/);
    expect(await linesOf(service, await createSignedIn(service), 'returns.csv')).toEqual([
      '"number","delivery","supermarket","branch","product","quantity","reason","description","return_date","credit","created_at"',
    ]);
  });

  it('writes the negative numbers of a reversed return as plain numbers', async () => {
    const account = await createSignedIn(service);
    const old = await createReturn(account, { quantity: 3, reason: '-1+1' });
    await account.call('POST', `/returns/${old.id}/reverse`, { body: { reason: '=1+1' } });
    const [, reversal] = await linesOf(service, account, 'returns.csv');
    expect(reversal).toMatch(/,-3,"'-1\+1","'=1\+1","[\d-]+",-[\d.]+,"[^"]+"$/);
  });

  it('has a row for each branch, webhook, message, key and hour of usage', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account);
    const [central, harbour] = await recordsOf(service, account, `branches.csv?supermarketId=${id}`);
    expect(central).toEqual({
      number: expect.stringMatching(/^\d+$/),
      branch: 'Central',
      address: '1 Market Square',
      delivery_window: '06:00-10:00',
    });
    expect(harbour).toEqual({
      number: expect.stringMatching(/^\d+$/),
      branch: 'Harbour',
      address: '2 Quay Street',
    });
    const webhook = await createWebhook(account, { description: '=1+1' });
    expect((await linesOf(service, account, 'webhooks.csv'))[1]).toBe(
      `${webhook.id},"http://127.0.0.1:9/","'=1+1","active","product.created",0,"${webhook.created_at}"`,
    );
    const message = await createMessage(account, webhook.id);
    const [, line] = await linesOf(service, account, `messages.csv?webhookId=${webhook.id}`);
    expect(line).toMatch(new RegExp(`^"${message}","product.created",\\d*,"failed",0,,,"20[^,]+Z",$`));
    const [, key] = await linesOf(service, account, 'api-keys.csv');
    expect(key).toContain(`,"test","${account.key.slice(-4)}","deliveries:read `);
    expect((await linesOf(service, account, 'sessions.csv'))[1]).toMatch(
      /^\d+,"node","yes","20[^,]+Z","20[^,]+Z"$/,
    );
    await service.database.pool.query(
      `INSERT INTO request_counts (account_id, key_id, hour, requests, refused, failed)
       SELECT account_id, id, date_trunc('hour', now(), 'UTC') - make_interval(hours => hours), 7, 2, 1
       FROM api_keys, unnest(ARRAY[1, 50]) AS hours WHERE account_id = $1`,
      [account.id],
    );
    // Requests of this hour may be counted by now.
    const usage = async (range: string) =>
      (await linesOf(service, account, `usage.csv?range=${range}`)).filter((line) =>
        /Z","test",\d+,2,1$/.test(line),
      );
    expect(await usage('24h')).toHaveLength(1);
    expect(await usage('7d')).toHaveLength(2);
  });

  it('has a row for each product of each day that is planned', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: '=Rye', weight: 0.75 });
    const lines = [{ product_id: product.id, quantity: 10 }];
    await createStandingOrder(account, { lines });
    await createDelivery(account, {
      delivery_date: inDays(3),
      products: [{ product_id: product.id, quantity: 4 }],
    });
    const days = `plan-of-days.csv?from=${inDays(0)}&to=${inDays(3)}`;
    expect(await linesOf(service, account, days)).toEqual([
      '"date","product_id","product","pieces","kilograms","planned"',
      `"${inDays(1)}",${product.id},"'=Rye",10,7.5,10`,
      `"${inDays(2)}",${product.id},"'=Rye",10,7.5,10`,
      `"${inDays(3)}",${product.id},"'=Rye",14,10.5,10`,
    ]);
    for (const query of ['', `?from=${inDays(0)}`, `?from=${inDays(0)}&to=${inDays(62)}`]) {
      const response = await download(service, account, `plan-of-days.csv${query}`);
      expect(response.status).toBe(400);
    }
  });

  it('begins with a byte order mark and is sent as an attachment', async () => {
    const account = await createSignedIn(service);
    const response = await download(service, account, 'deliveries.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="deliveries.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('escapes text that spreadsheets would run as a formula', async () => {
    const account = await createSignedIn(service);
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://evil.example","open")'];
    for (const name of names) await createProduct(account, { name });
    const lines = await linesOf(service, account, 'products.csv');
    expect(lines.slice(1).map((line) => /^"P-\d+","'/.test(line))).toEqual(names.map(() => true));
    await createReturn(account, { reason: '=1+1', description: '\n=1+1' });
    const csv = await (await download(service, account, 'returns.csv')).text();
    expect(csv).toMatch(/\n\d+,\d+,"[^"]+","[^"]+","[^"]+",1,"'=1\+1","'\s*=1\+1",/);
  });

  it('is filtered and sorted as the list is', async () => {
    const account = await createSignedIn(service);
    for (const name of ['Rye Bread', 'Apple', 'Crispbread']) await createProduct(account, { name });
    const names = async (query: string) =>
      (await linesOf(service, account, `products.csv?${query}`)).slice(1).map((line) => line.split(',')[1]);
    expect(await names('')).toEqual(['"Crispbread"', '"Apple"', '"Rye Bread"']);
    expect(await names('search=BREAD&sort=name')).toEqual(['"Crispbread"', '"Rye Bread"']);
    expect(await names('sort=-name')).toEqual(['"Rye Bread"', '"Crispbread"', '"Apple"']);
    expect(await names('sort=created')).toEqual(['"Rye Bread"', '"Apple"', '"Crispbread"']);
    const { id } = await createDelivery(account);
    await createDelivery(account);
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
    expect(await linesOf(service, account, 'deliveries.csv?status=CANCELLED')).toHaveLength(2);
    expect(await linesOf(service, account, 'deliveries.csv?dateFrom=2099-12-31')).toHaveLength(1);
    expect(await linesOf(service, account, 'deliveries.csv?date_from=2099-12-31')).toHaveLength(1);
    expect(await linesOf(service, account, 'deliveries.csv?subchain_id=9007199254740991')).toHaveLength(1);
    expect(await linesOf(service, account, `deliveries.csv?search=%23${id}`)).toHaveLength(2);
  });

  it.each([
    ['deliveries.csv?status=gone', 'status'],
    ['deliveries.csv?dateFrom=yesterday', 'dateFrom'],
    ['deliveries.csv?dateFrom=2026-02-01&dateTo=2026-01-01', 'dateTo'],
    ['deliveries.csv?date_from=yesterday', 'date_from'],
    ['deliveries.csv?date_from=2026-02-01&date_to=2026-01-01', 'date_to'],
    ['deliveries.csv?date_from=2026-01-01&dateFrom=2026-01-01', 'date_from'],
    ['branches.csv?supermarket_id=x', 'supermarket_id'],
    ['products.csv?colour=red', 'colour'],
    ['products.csv?sort=price', 'sort'],
    ['returns.csv?sort=name', 'sort'],
    ['branches.csv', 'supermarketId'],
    ['usage.csv?range=1y', 'range'],
    ['branches.csv?supermarketId=404404', null, 404, 'not_found'],
    ['messages.csv?webhookId=404404', null, 404, 'not_found'],
  ])('refuses %s', async (path, field, status = 400, code = 'validation_error') => {
    const response = await download(service, await createSignedIn(service), path);
    expect(response.status).toBe(status);
    expect((await response.json()).error).toMatchObject({ code, field });
  });

  it('has every record of a long list once', async () => {
    const account = await createSignedIn(service);
    await fillVolume(service, account.id, 2_000);
    const [, ...lines] = await linesOf(service, account, 'deliveries.csv');
    const numbers = lines.map((line) => Number(line.split(',')[0]));
    expect(numbers).toHaveLength(2_000);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a));
  });

  it('reads no further than the client, continues with it, and ends with the session', async () => {
    const account = await createSignedIn(service);
    await addLongDeliveries(account, ROWS);
    const pause = async () => {
      const reading = get(`${service.url}/export/deliveries.csv`, { headers: headersOf(account) });
      let response!: IncomingMessage;
      const statements = await statementsOf(service.testDatabase.name, async () => {
        // The response is not read from here on.
        [response] = (await once(reading, 'response')) as [IncomingMessage];
        await quiet(service);
      });
      // The system's buffers of the connection take some megabytes.
      expect(statements.length).toBeLessThan((ROWS / 100) * 0.75);
      return response;
    };
    expect((await text(await pause())).trimEnd().split('\r\n')).toHaveLength(ROWS + 1);

    const response = await pause();
    await service.database.pool.query('DELETE FROM sessions WHERE account_id = $1', [account.id]);
    await setTimeout(1_000);
    await expect(text(response)).rejects.toThrow('aborted');
  });

  it('runs once at a time for a person or a key, and four times for an account', async () => {
    const account = await createSignedIn(service);
    const statusOf = async (headers: HeadersInit) =>
      (await fetch(`${service.url}/export/supermarkets.csv`, { headers })).status;
    const status = () => statusOf(headersOf(account));
    const keys = await Promise.all(Array.from({ length: 4 }, () => account.issue(SCOPES)));
    const [free, ...others] = keys.map(({ key }) => ({ Authorization: `Bearer ${key}` }));
    const client = await service.database.pool.connect();
    await client.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
    const waiting = download(service, account, 'products.csv');
    await expect.poll(status).toBe(429);
    expect(await statusOf(free!)).toBe(200);
    const more = others.map((headers) => fetch(`${service.url}/export/products.csv`, { headers }));
    await expect.poll(() => statusOf(free!)).toBe(429);
    await client.query('ROLLBACK');
    client.release();
    expect((await waiting).status).toBe(200);
    for (const response of await Promise.all(more)) expect(response.status).toBe(200);
    await expect.poll(status).toBe(200);
  });

  it('contains only records of the signed-in account', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Rye Bread' });
    const stranger = await createSignedIn(service);
    expect(await linesOf(service, stranger, 'products.csv')).toHaveLength(1);
    const elsewhere = { ...headersOf(account), 'Sec-Fetch-Site': 'cross-site' };
    for (const headers of [elsewhere, { 'Sec-Fetch-Site': 'same-origin' }]) {
      expect((await fetch(`${service.url}/export/products.csv`, { headers })).status).toBe(401);
    }
  });

  it('needs the scope of the list with a key', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:read']);
    const status = async (list: string) =>
      (await fetch(`${service.url}/export/${list}.csv`, { headers: { Authorization: `Bearer ${key}` } }))
        .status;
    expect([await status('products'), await status('deliveries')]).toEqual([200, 403]);
  });
});
