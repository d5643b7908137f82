import { expect, it } from 'vitest';
import { formStoredTexts } from '../../../src/schema/text/form-stored-texts.ts';
import { listConflicts } from '../../../src/schema/text/list-conflicts.ts';
import { TEXT_TABLES } from '../../../src/schema/text/stored-texts.ts';
import { ask } from '../../support/graphql/ask.ts';
import { createLine, move } from '../../support/records/lots.ts';
import { createProduct, createReturn, createSupermarket } from '../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../support/service/account.ts';
import { useService } from '../../support/service/service.ts';

const service = useService({ own: 'removes rows that others may have' });
const DIRTY = '\u200BCafe\u0301\u00A0\u00AD1';
const { query } = {
  query: (sql: string, values: unknown[] = []) => service.database.pool.query(sql, values),
};

/** Makes the next run start anew, as after the migration. */
const forget = () => query('DELETE FROM text_progress');
const run = () => formStoredTexts(service.database.pool);

async function valuesOf(account: TestAccount, table: string, column: string) {
  const { rows } = await query(`SELECT ${column} AS value FROM ${table} WHERE account_id = $1 ORDER BY id`, [
    account.id,
  ]);
  return rows.map(({ value }) => value);
}

it('brings texts of every table to their form, without events', async () => {
  const account = await createAccount(service);
  const line = await createLine(account, [{ lot: 'L1', quantity: 5 }]);
  await move(account, line, 'in_transit');
  await createReturn(account, { delivery_id: line.deliveryId, product_id: line.productId, lot: 'L1' });
  await query('UPDATE delivery_item_lots SET lot = $2 WHERE account_id = $1', [account.id, `L\u200B1`]);
  await query('UPDATE returns SET lot = $2 WHERE account_id = $1', [account.id, `L\u200B1`]);
  await query(
    `INSERT INTO withdrawals (account_id, kind, product_id, lots, reason, instruction)
     VALUES ($1, 'test', $2, $3, $4, $4)`,
    [account.id, line.productId, ['L\u200B1', 'L1', 'x\u00A0y'], `a\u00A0b\nc`],
  );
  await query(
    `INSERT INTO withdrawal_notices (account_id, withdrawal_id, branch_id, quantity, sent_at, sent_by, told_by,
                                     acknowledged_at, acknowledged_by)
     SELECT withdrawal.account_id, withdrawal.id, branch_id, 5, now(), 'phone', 'Jo', now(), 'Ms Doe'
     FROM withdrawals withdrawal JOIN deliveries USING (account_id) WHERE account_id = $1`,
    [account.id],
  );
  await query(
    `INSERT INTO lot_corrections (account_id, delivery_id, product_id, corrected_by, reason, lots_before, lots_after)
     VALUES ($1, $2, $3, 'Jo', 'misread', '[]', '[]')`,
    [account.id, line.deliveryId, line.productId],
  );
  const events = await query('SELECT count(*) FROM events');
  const changed: [string, string][] = [];
  for (const { name, columns } of TEXT_TABLES) {
    for (const column of Object.keys(columns)) {
      if (['lot', 'lots', 'contact_email'].includes(column) || name === 'withdrawals') continue;
      const key = name === 'accounts' ? 'id' : 'account_id';
      const isReason = name === 'delivery_item_lots' && column === 'reason';
      if (isReason) continue;
      const { rowCount } = await query(`UPDATE ${name} SET ${column} = $2 WHERE ${key} = $1`, [
        account.id,
        DIRTY,
      ]).catch(() => ({ rowCount: 0 }));
      if (rowCount) changed.push([name, column]);
    }
  }
  expect(changed.length).toBeGreaterThan(25);
  expect(changed.map(([table]) => table)).toEqual(
    expect.arrayContaining(['withdrawal_notices', 'lot_corrections', 'deliveries', 'branches']),
  );
  await forget();
  await run();
  for (const [name, column] of changed) {
    const key = name === 'accounts' ? 'id' : 'account_id';
    const { rows } = await query(`SELECT DISTINCT ${column} AS value FROM ${name} WHERE ${key} = $1`, [
      account.id,
    ]);
    const form = TEXT_TABLES.find((table) => table.name === name)!.columns[column]!;
    // Two branches have the same reference, and one keeps it.
    const seen = rows.map(({ value }) => value).filter((value) => column !== 'reference' || value !== DIRTY);
    expect([name, column, seen]).toEqual([name, column, [form(DIRTY)]]);
  }
  expect(await valuesOf(account, 'delivery_item_lots', 'lot')).toEqual(['L1']);
  expect(await valuesOf(account, 'returns', 'lot')).toEqual(['L1']);
  expect(await valuesOf(account, 'withdrawals', 'lots')).toEqual([['L1', 'x y']]);
  expect(await valuesOf(account, 'withdrawals', 'reason')).toEqual(['a b\nc']);
  expect((await query('SELECT count(*) FROM events')).rows).toEqual(events.rows);
});

it('leaves two that would become equal as they are, lists the one, and forms it once the other is gone', async () => {
  const account = await createAccount(service);
  const [formed, other] = [await createProduct(account, { reference: 'A1' }), await createProduct(account)];
  await query('UPDATE products SET reference = $2 WHERE id = $1', [other.id, 'A\u200B1']);
  const line = await createLine(account, [
    { lot: 'L1', quantity: 5 },
    { lot: 'L2', quantity: 5 },
  ]);
  await move(account, line, 'in_transit');
  await createReturn(account, { delivery_id: line.deliveryId, product_id: line.productId, lot: 'L2' });
  for (const table of ['delivery_item_lots', 'returns'])
    await query(`UPDATE ${table} SET lot = $2 WHERE account_id = $1 AND lot = 'L2'`, [
      account.id,
      'L\u200B1',
    ]);
  await query(
    `INSERT INTO withdrawals (account_id, kind, product_id, lots, reason, instruction)
     VALUES ($1, 'test', $2, $3, 'r', 'i')`,
    [account.id, line.productId, ['L\u200B1']],
  );
  await forget();
  await run();
  const listed = (await listConflicts(service.database.prisma, account.id)).map(
    ({ table, field, recordId, text, form, problem }) => ({ table, field, recordId, text, form, problem }),
  );
  expect(listed).toEqual([
    expect.objectContaining({
      table: 'delivery_item_lots',
      field: 'lot',
      text: 'L\u200B1',
      form: 'L1',
      problem: 'taken',
    }),
    {
      table: 'products',
      field: 'reference',
      recordId: BigInt(other.id),
      text: 'A\u200B1',
      form: 'A1',
      problem: 'taken',
    },
  ]);
  // What names the lot stays with it, and the withdrawal has both.
  expect(await valuesOf(account, 'returns', 'lot')).toEqual(['L\u200B1']);
  expect(await valuesOf(account, 'withdrawals', 'lots')).toEqual([['L1', 'L\u200B1']]);
  const { productByReference } = await ask(account, '{ productByReference(reference: "A\u200B1") { id } }');
  expect(productByReference.id).toBe(String(formed.id));

  await query('UPDATE products SET reference = NULL WHERE id = $1', [formed.id]);
  await query('UPDATE delivery_item_lots SET lot = $2 WHERE account_id = $1 AND lot = $3', [
    account.id,
    'L3',
    'L1',
  ]);
  await run();
  expect(await listConflicts(service.database.prisma, account.id)).toEqual([]);
  expect((await query('SELECT reference FROM products WHERE id = $1', [other.id])).rows).toEqual([
    { reference: 'A1' },
  ]);
});

it('keeps texts of which nothing is left, or that would be too long', async () => {
  const account = await createAccount(service);
  const [empty, long] = [await createProduct(account), await createProduct(account)];
  await query('UPDATE products SET brand = $2 WHERE id = $1', [empty.id, '\u200B']);
  await query('UPDATE products SET brand = $2 WHERE id = $1', [long.id, '\u0958'.repeat(200)]);
  await forget();
  await run();
  const listed = await listConflicts(service.database.prisma, account.id);
  expect(listed.map(({ recordId, problem }) => [recordId, problem])).toEqual([
    [BigInt(empty.id), 'empty'],
    [BigInt(long.id), 'too_long'],
  ]);
});

it('goes on where it stopped, and finds later what an older version wrote meanwhile', async () => {
  const account = await createAccount(service);
  const supermarket = await createSupermarket(account);
  const dirty = () => query('UPDATE supermarkets SET name = $2 WHERE id = $1', [supermarket.id, 'a\u00A0b']);
  const name = async () =>
    (await query('SELECT name FROM supermarkets WHERE id = $1', [supermarket.id])).rows[0].name;
  await forget();
  await dirty();
  // Another worker is at it.
  const client = await service.database.pool.connect();
  await run();
  expect(await name()).toBe('a b');
  await dirty();
  await client.query('BEGIN');
  await client.query(`UPDATE text_progress SET finished_at = now() - interval '2 days'`);
  await run();
  expect(await name()).toBe('a\u00A0b');
  await client.query('COMMIT');
  client.release();
  await run();
  expect(await name()).toBe('a b');
  await dirty();
  await run();
  // Two passes are enough.
  expect(await name()).toBe('a\u00A0b');
});

it('reads a table in steps, and never twice what it has read', async () => {
  const account = await createAccount(service);
  await query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
     SELECT $1, n, 'a' || chr(160) || n, 1, 1, 'c' FROM generate_series(1, 4500) n`,
    [account.id],
  );
  await forget();
  await run();
  const { rows } = await query(
    `SELECT count(*)::int AS left FROM products WHERE account_id = $1 AND name LIKE '%' || chr(160) || '%'`,
    [account.id],
  );
  expect(rows).toEqual([{ left: 0 }]);
});
