import { describe, expect, it } from 'vitest';
import { connect } from '../support/mcp/connect.ts';
import { createAccount } from '../support/service/account.ts';
import { request, type RequestOptions } from '../support/http/http.ts';
import { sendRaw } from '../support/http/wire.ts';
import { useService } from '../support/service/service.ts';
import { createDelivery, createSupermarket, createWebhook } from '../support/records/records.ts';

const service = useService();
const ACCEPT = { Accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function post(options: RequestOptions) {
  return request(service.url, 'POST', '//mcp', { ...options, headers: { ...ACCEPT, ...options.headers } });
}

function longBranch(at: number) {
  return { name: `${at} ${'B'.repeat(150)}`, address: `${at} ${'"'.repeat(150)}` };
}

describe('POST /mcp', () => {
  it('refuses other methods, and requests without a valid key', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await request(service.url, method, '//mcp');
      expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
    }
    for (const key of [undefined, 'prv_wrong']) {
      const { status, headers, json } = await post({ body: LIST, ...(key && { key }) });
      expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
      expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'unauthorized' } } });
      expect(headers.get('X-Request-Id')).toBeTruthy();
    }
  });

  it('refuses bodies that are not one message, too large, or of another type', async () => {
    const { key } = await createAccount(service);
    const codes = async (options: RequestOptions) => {
      const { status, json } = await post({ key, ...options });
      return [status, json.error.data.code];
    };
    expect(await codes({ body: [LIST, LIST] })).toEqual([400, 'validation_error']);
    expect(await codes({ raw: '{' })).toEqual([400, 'invalid_json']);
    expect(await codes({ raw: `"${'a'.repeat(300_000)}"` })).toEqual([413, 'payload_too_large']);
    const type = { 'Content-Type': 'text/plain' };
    expect(await codes({ raw: '{}', headers: type })).toEqual([415, 'unsupported_media_type']);
  });

  it('refuses pages of other origins, and other names of the host', async () => {
    const { key } = await createAccount(service);
    const headers = { ...ACCEPT, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const to = (Host: string) =>
      sendRaw(service.url, {
        method: 'POST',
        target: '/mcp',
        headers: { ...headers, Host },
        body: JSON.stringify(LIST),
      });
    expect((await to('evil.example')).status).toBe(403);
    expect((await to('localhost:3000')).status).toBe(200);
    const from = async (Origin: string) => (await post({ key, body: LIST, headers: { Origin } })).status;
    expect(await from('https://evil.example')).toBe(403);
    expect(await from(service.url)).toBe(200);
  });

  it('counts for the limits of the account alone, like any request', async () => {
    const [busy, neighbour] = [await createAccount(service, 'free'), await createAccount(service, 'free')];
    const statuses = [];
    for (let sent = 0; sent < 11; sent++) statuses.push((await post({ key: busy.key, body: LIST })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const { status, headers } = await post({ key: neighbour.key, body: LIST });
    expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([200, '59']);
  });

  it('opens no streams', async () => {
    const { key } = await createAccount(service);
    const { client } = await connect(service, key);
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached');
  });
});

describe('the tools', () => {
  it('show nothing of other accounts', async () => {
    const [owner, stranger] = [await createAccount(service), await createAccount(service)];
    const { id, ...delivery } = await createDelivery(owner);
    await createWebhook(owner);
    await stranger.database.prisma.account.update({
      where: { id: stranger.id },
      data: { assistantsMayWrite: true },
    });
    const { call } = await connect(service, stranger.key);
    const unknown = await call('get_delivery', { id: 999_999_999 });
    expect(unknown.errors![0]!.code).toBe('not_found');
    expect((await call('get_delivery', { id })).errors).toEqual(unknown.errors);
    for (const list of ['deliveries', 'products', 'supermarkets', 'returns']) {
      expect((await call(`find_${list}`)).answer).toEqual({ [list]: [], next_cursor: null });
    }
    expect((await call('webhook_health')).answer.webhooks).toEqual([]);
    const query = `{ delivery(id: "${id}") { id } }`;
    expect((await call('run_query', { query })).answer).toEqual({ untrusted_data: { delivery: null } });
    const move = await call('move_delivery', { id, status: 'cancelled', idempotency_key: 'x' });
    expect(move.errors![0]!.code).toBe('not_found');
    const returned = await call('record_return', {
      delivery_id: id,
      product_id: delivery.products[0].product_id,
      quantity: 1,
      reason: 'x',
      return_date: '2026-01-01',
      idempotency_key: 'y',
    });
    expect(returned.errors).toEqual([expect.objectContaining({ code: 'not_found', field: 'delivery_id' })]);
  });

  it('run no query that hides a change, costs too much or is a subscription', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    const { call } = await connect(service, account.key);
    const change = `mutation Hidden { moveDelivery(id: "${id}", status: CANCELLED) { id } }`;
    const documents = [
      change,
      `query Shown { account { id } } ${change}`,
      'subscription { events { id } }',
      '{ deliveries(first: 100) { nodes { supermarket { deliveries(first: 100) { nodes { id } } } } } }',
      '{ apiKeys { id } }',
      '{ unknown }',
      '{',
    ];
    for (const query of documents) {
      const operations = query.startsWith('query Shown') ? ['Shown', 'Hidden'] : [undefined];
      for (const operation_name of operations) {
        const { errors } = await call('run_query', { query, ...(operation_name && { operation_name }) });
        expect({ query, code: errors?.[0]?.code }).toEqual({
          query,
          code: query.includes('apiKeys') ? 'insufficient_scope' : 'validation_error',
        });
      }
    }
    const { status } = (await account.call('GET', `/deliveries/${id}`)).json.data;
    expect(status).toBe('pending');
  });

  it('keep every answer below 60 KB, and leave nothing out', async () => {
    const account = await createAccount(service);
    const branches = Array.from({ length: 200 }, (_, at) => longBranch(at));
    await createSupermarket(account, { branches });
    const few = branches.slice(0, 20);
    for (let at = 0; at < 6; at++) await createSupermarket(account, { branches: few });
    const { call } = await connect(service, account.key);
    const found: { branches: unknown[]; omitted?: number }[] = [];
    let cursor: string | undefined;
    do {
      const { answer, bytes } = await call('find_supermarkets', { ...(cursor && { cursor }) });
      expect(bytes).toBeLessThan(60_000);
      found.push(...answer.supermarkets);
      cursor = answer.next_cursor ?? undefined;
    } while (cursor);
    expect(found).toHaveLength(7);
    const { branches: shown, omitted } = found.at(-1)!;
    expect(shown.length + omitted!).toBe(200);
    const query = '{ supermarkets(first: 1, orderBy: CREATED_ASC) { nodes { branches { name address } } } }';
    const { errors } = await call('run_query', { query });
    expect(errors![0]!.message).toContain('60 KB');
  });
});
