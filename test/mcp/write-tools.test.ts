import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools.ts';
import { request } from '../support/http/http.ts';
import { connect } from '../support/mcp/connect.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const READS = TOOLS.filter(({ writes }) => !writes).map(({ name }) => name);

async function allowWrites({ id, database }: TestAccount) {
  await database.prisma.account.update({ where: { id }, data: { assistantsMayWrite: true } });
}

describe('a tool that changes something', () => {
  it('needs the permission of the account, which only a user gives', async () => {
    const account = await createAccount(service);
    const { tools, call } = await connect(service, account.key);
    expect(await tools()).toEqual(READS);
    await expect(call('record_return')).rejects.toThrow('record_return');
    const query = 'mutation { updateAccount(input: { assistantsMayWrite: true }) { id } }';
    const refused = await request(service.url, 'POST', '//graphql', { key: account.key, body: { query } });
    expect(refused.json.errors[0].extensions.code).toBe('insufficient_scope');
    await allowWrites(account);
    expect(await tools()).toEqual(TOOLS.map(({ name }) => name));
    const reader = await account.issue(['deliveries:read']);
    expect(await (await connect(service, reader.key)).tools()).not.toContain('move_delivery');
  });

  it('changes nothing in a dry run, and once for each key', async () => {
    const account = await createAccount(service);
    await allowWrites(account);
    const supermarket = await createSupermarket(account);
    const product = await createProduct(account);
    await account.database.pool.query(
      `INSERT INTO closed_days (account_id, branch_id, date, reason, source) VALUES ($1, $2, $3, 'Stocktaking', 'typed')`,
      [account.id, supermarket.branches[0].id, inDays(3)],
    );
    const { call } = await connect(service, account.key);
    const input = {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products: [{ product_id: product.id, quantity: 4 }],
      delivery_date: inDays(3),
    };
    const rehearsed = await call('create_delivery', { ...input, idempotency_key: 'a', dry_run: true });
    expect(rehearsed.answer).toMatchObject({
      delivery: { total_value: 9.96, status: 'pending' },
      dry_run: true,
    });
    expect(rehearsed.answer.delivery.id).toBeUndefined();
    expect(rehearsed.answer.delivery.warnings).toEqual([
      {
        kind: 'closed_day',
        date: inDays(3),
        untrusted_text: { message: `${inDays(3)} is a closed day: Stocktaking` },
      },
    ]);
    expect(rehearsed.answer.delivery.warning_count).toBe(1);
    expect((await call('find_deliveries')).answer.deliveries).toEqual([]);
    const { rows } = await account.database.pool.query(
      "SELECT FROM events WHERE account_id = $1 AND type LIKE 'delivery%'",
      [account.id],
    );
    expect(rows).toEqual([]);

    const created = await call('create_delivery', { ...input, idempotency_key: 'a' });
    const again = await call('create_delivery', { ...input, idempotency_key: 'a' });
    expect(again.answer).toEqual(created.answer);
    const { id } = created.answer.delivery;
    expect((await call('find_deliveries')).answer.deliveries).toHaveLength(1);
    const other = await call('create_delivery', { ...input, notes: 'other', idempotency_key: 'a' });
    expect(other.errors![0]!.code).toBe('idempotency_conflict');

    const skipped = await call('move_delivery', {
      id,
      status: 'completed',
      idempotency_key: 'b',
      dry_run: true,
    });
    expect(skipped.errors).toEqual([
      expect.objectContaining({ code: 'invalid_transition', field: 'status' }),
    ]);
    await call('move_delivery', { id, status: 'in_transit', idempotency_key: 'c' });
    const returned = { delivery_id: id, product_id: product.id, reason: 'damaged', return_date: inDays(0) };
    const tooMany = await call('record_return', { ...returned, quantity: 5, idempotency_key: 'd' });
    expect(tooMany.errors).toEqual([
      expect.objectContaining({ code: 'validation_error', field: 'quantity' }),
    ]);
    const { answer } = await call('record_return', { ...returned, quantity: 4, idempotency_key: 'd' });
    expect(answer.return).toMatchObject({ credit_amount: 9.96, untrusted_text: { reason: 'damaged' } });
    const mistaken = { id: answer.return.id, reason: 'Recorded twice' };
    const tried = await call('reverse_return', { ...mistaken, idempotency_key: 'e', dry_run: true });
    expect(tried.answer.return.id).toBeUndefined();
    const reversed = await call('reverse_return', { ...mistaken, idempotency_key: 'e' });
    expect(reversed.answer.return).toMatchObject({
      quantity: -4,
      credit_amount: -9.96,
      reverses_id: answer.return.id,
      untrusted_text: { description: 'Recorded twice' },
    });
    const twice = await call('reverse_return', { ...mistaken, idempotency_key: 'f' });
    expect(twice.errors).toEqual([expect.objectContaining({ code: 'invalid_transition', field: 'id' })]);
    const missing = await call('record_return', { ...returned, quantity: 1 });
    expect(missing.errors![0]!.message).toContain('idempotency_key');
  });
});
