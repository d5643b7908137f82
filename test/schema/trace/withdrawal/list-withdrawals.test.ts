import { expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const LIST = `query ($filter: WithdrawalFilter, $orderBy: CreationOrder) {
  withdrawals(filter: $filter, orderBy: $orderBy) { nodes { id } totalCount }
}`;

async function start(account: TestAccount, name: string, kind: string, lot: string): Promise<string> {
  const product = await createProduct(account, { name });
  const CREATE = 'mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id } }';
  const texts = { reason: 'Glass', instruction: 'Destroy it' };
  const input = { kind, productId: String(product.id), lots: [lot], ...texts };
  return (await ask(account, CREATE, { input })).createWithdrawal.id;
}

it('filters withdrawals by kind, state, words and the day in the time zone of the account, and turns the order', async () => {
  const account = await createAccount(service);
  await start(await createAccount(service), 'Rye Bread', 'RECALL', 'A-1');
  const recall = await start(account, 'Rye Bread', 'RECALL', 'A-1');
  const test = await start(account, 'Oat Loaf', 'TEST', 'B-2');
  await ask(account, 'mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "Done") { id } }', { id: test });
  const { pool } = account.database;
  await pool.query(`UPDATE accounts SET time_zone = 'Pacific/Auckland' WHERE id = $1`, [account.id]);
  await pool.query(
    `UPDATE withdrawals SET started_at = CASE WHEN id = $2
       THEN timestamptz '2026-01-01T10:59:59.999Z' ELSE timestamptz '2026-01-01T11:00:00Z' END
     WHERE account_id = $1`,
    [account.id, recall],
  );
  const found = async (filter: object, asker: Parameters<typeof ask>[0] = account) => {
    const { withdrawals } = await ask(asker, LIST, { filter });
    expect(withdrawals.totalCount).toBe(withdrawals.nodes.length);
    return withdrawals.nodes.map(({ id }: { id: string }) => id);
  };
  expect(await found({})).toEqual([test, recall]);
  expect(await found({ kind: 'RECALL' })).toEqual([recall]);
  expect(await found({ closed: true })).toEqual([test]);
  expect(await found({ closed: false })).toEqual([recall]);
  expect(await found({ words: 'bread rye' })).toEqual([recall]);
  expect(await found({ words: 'B-2' })).toEqual([test]);
  expect(await found({ words: `#${test} oat` })).toEqual([test]);
  expect(await found({ words: 'rye B-2' })).toEqual([]);
  expect(await found({ dateFrom: '2026-01-02' })).toEqual([test]);
  expect(await found({ dateTo: '2026-01-01' })).toEqual([recall]);
  const turned = await ask(account, LIST, { orderBy: 'CREATED_ASC' });
  expect(turned.withdrawals.nodes).toEqual([{ id: recall }, { id: test }]);
  // Names of products are not found without the scope that shows them.
  const reader = { ...account, scopes: ['deliveries:read'] } as const;
  expect(await found({ words: 'rye' }, reader)).toEqual([]);
  expect(await found({ words: 'A-1' }, reader)).toEqual([recall]);
  const wrong = { dateFrom: '2026-01-02', dateTo: '2026-01-01' };
  expect(await refusalOf(account, LIST, { filter: wrong })).toMatchObject({ field: 'dateTo' });
});
