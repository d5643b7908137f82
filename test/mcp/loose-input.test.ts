import { describe, expect, it } from 'vitest';
import { loosenInput } from '../../src/mcp/loosen-input.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { connect } from '../support/mcp/connect.ts';
import { request } from '../support/http/http.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('a tool', () => {
  it('takes numbers as text, and null for what is optional', async () => {
    const account = await createAccount(service);
    await service.database.pool.query('UPDATE accounts SET assistants_may_write = true WHERE id = $1', [
      account.id,
    ]);
    const market = await createSupermarket(account);
    const product = await createProduct(account);
    const { call } = await connect(service, account.key);
    const created = await call('create_delivery', {
      supermarket_id: String(market.id),
      subchain_id: String(market.branches[0].id),
      products: [{ product_id: String(product.id), quantity: '3', lots: null }],
      delivery_date: inDays(2),
      notes: null,
      reference: null,
      idempotency_key: 'one',
      dry_run: null,
    });
    expect(created.errors).toBeUndefined();
    const { id } = created.answer.delivery;
    const shown = await call('get_delivery', { id: ` ${id} ` });
    expect(shown.answer.delivery.products).toMatchObject([{ product_id: product.id, quantity: 3 }]);
    const found = await call('find_deliveries', {
      supermarket_id: String(market.id),
      status: null,
      date_from: null,
      late: 'false',
      limit: '5',
      cursor: null,
    });
    expect(found.answer.deliveries.map((each: { id: number }) => each.id)).toEqual([id]);
  });

  it('refuses what is no number, and null for what is required', async () => {
    const account = await createAccount(service);
    const { call } = await connect(service, account.key);
    const wrong = ['one', '', '1e3', '0x1', '1.5', '9007199254740993', null, ['1'], true];
    const results = await Promise.all(wrong.map((id) => call('get_delivery', { id })));
    expect(results.filter(({ errors }) => errors === undefined)).toEqual([]);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s takes null for each optional field',
    (_name, tool) => {
      const nulls = Object.fromEntries(Object.keys(tool.input.shape).map((name) => [name, null]));
      const { success, error } = tool.input.safeParse(loosenInput(tool.input, nulls));
      const required = Object.entries(tool.input.shape).filter(
        ([, rule]) => !rule.safeParse(undefined).success,
      );
      const refused = success ? [] : error.issues.map(({ path }) => path[0]);
      expect(new Set(refused)).toEqual(new Set(required.map(([name]) => name)));
    },
  );
});

describe('POST /mcp', () => {
  it.each(['*/*', 'application/json', 'application/*;q=0.5', undefined])(
    'accepts Accept: %s',
    async (accept) => {
      const account = await createAccount(service);
      const { id } = await createDelivery(account);
      const params = { name: 'get_delivery', arguments: { id: String(id) } };
      const { status, headers, json } = await request(service.url, 'POST', '//mcp', {
        key: account.key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        ...(accept && { headers: { Accept: accept } }),
      });
      expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(json.result.structuredContent.delivery.id).toBe(id);
    },
  );
});
