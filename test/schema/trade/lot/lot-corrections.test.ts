import { expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { createLine, move, SETTING } from '../../../support/records/lots.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';
import { headersOf } from '../../../support/http/download.ts';

const service = useService();

const READ = `query ($id: ID!) { delivery(id: $id) { lotCorrections {
  at by reason product { id } before { lot bestBefore useBy quantity source } after { lot bestBefore useBy quantity source }
} } }`;

async function completed(account: TestAccount, lots: object[] | undefined) {
  const line = await createLine(account, lots);
  await move(account, line, 'in_transit');
  await move(account, line, 'completed');
  return line;
}

const none = { lot: null, bestBefore: null, useBy: null, source: null };

it('says who corrected lots, when, why, and from what to what: of the delivery, and in the audit log', async () => {
  const account = await createSignedIn(service);
  const line = await completed(account, [{ lot: 'A', best_before: '2099-12-20', quantity: 6 }]);
  const correct = { ...line, reason: 'misread' };
  const lots = [{ lot: 'B', quantity: 10, source: 'Mill' }];
  await ask(account, SETTING.correct, { ...correct, lots });
  // A person does so on the page.
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headersOf(account), Origin: service.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: SETTING.correct,
      variables: { ...correct, lots: [], reason: 'none after all' },
    }),
  });
  expect(((await response.json()) as { errors?: unknown }).errors).toBeUndefined();
  const { rows } = await account.database.pool.query<{ name: string }>(
    'SELECT name FROM people WHERE account_id = $1',
    [account.id],
  );
  const product = { id: String(line.productId) };
  const before = [{ ...none, lot: 'A', bestBefore: '2099-12-20', quantity: 6 }];
  const after = [{ ...none, lot: 'B', quantity: 10, source: 'Mill' }];
  const at = expect.stringMatching(/^20.*Z$/);
  expect((await ask(account, READ, { id: line.deliveryId })).delivery.lotCorrections).toEqual([
    { at, by: rows[0]!.name, reason: 'none after all', product, before: after, after: [] },
    { at, by: 'test', reason: 'misread', product, before, after },
  ]);
  const entries = await account.database.pool.query(
    `SELECT details, key_name, person_name FROM audit_entries
     WHERE account_id = $1 AND action = 'lots.corrected' ORDER BY id`,
    [account.id],
  );
  const ids = { delivery: String(line.deliveryId), product: product.id };
  expect(entries.rows).toEqual([
    {
      details: { ...ids, reason: 'misread', before: ['A, best before 2099-12-20: 6'], after: ['B: 10'] },
      key_name: 'test',
      person_name: null,
    },
    {
      details: { ...ids, reason: 'none after all', before: ['B: 10'], after: [] },
      key_name: null,
      person_name: rows[0]!.name,
    },
  ]);
});

it('keeps nothing of a correction that is refused, or of another account', async () => {
  const account = await createAccount(service);
  const line = await completed(account, undefined);
  const lots = [{ lot: 'A', quantity: 11 }];
  const body = { query: SETTING.correct, variables: { ...line, lots, reason: 'typo' } };
  await account.call('POST', '//graphql', { body });
  const stranger = await createAccount(service);
  await stranger.call('POST', '//graphql', { body });
  const { rows } = await account.database.pool.query(
    `SELECT FROM lot_corrections WHERE delivery_id = $1
     UNION ALL SELECT FROM audit_entries WHERE account_id = $2 AND action = 'lots.corrected'`,
    [line.deliveryId, account.id],
  );
  expect(rows).toEqual([]);
});
