import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../support/records/importing.ts';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { type Case, CASES, type Seed } from './cases.ts';

const FOLDER = new URL('cases/', import.meta.url);

const service = useService({ worker: {} });
const { send, queried, finished } = importsOf(service);

describe('the files of test/import/cases', () => {
  it('are all tried', async () => {
    const files = (await readdir(FOLDER)).filter((name) => name !== 'README.md');
    expect([...new Set(CASES.map(({ file }) => file))].toSorted()).toEqual(files.toSorted());
    expect(files).toHaveLength(50);
  });

  it.for(CASES.map((each) => [nameOf(each), each] as const))('%s', async ([, wanted]) => {
    const account = await createAccount(service);
    const ids = await seed(account, wanted.seed ?? 'nothing');
    expect(await outcomeOf(account, wanted, ids)).toMatchObject(expectedOf(wanted));
  });
});

/** Sends and starts the file, and returns what became of it. */
async function outcomeOf(account: TestAccount, wanted: Case, ids: Record<string, unknown>): Promise<object> {
  const { status, json } = await send(account, pathOf(wanted), await bytesOf(wanted.file, ids));
  if (status !== 201) return { status, ...json.error };
  const { id, problems, ...preview } = json.data;
  const [problem] = problems;
  const started = await queried(account, `mutation { startImport(id: "${id}") { status } }`);
  const end = started.errors?.[0]?.extensions ?? (await finished(account, id));
  return {
    ...preview,
    status,
    refusals: preview.refusals.map(({ row, column, message }: Refusal) => [row, column, message]),
    problem: problem?.option ?? problem?.code,
    end: end.status ?? `${end.code} ${end.field}`,
    ...(await recordsOf(account)),
  };
}

function matching(form: RegExp): unknown {
  return expect.stringMatching(form);
}

function expectedOf({ refusal, problem, counts, read, ignored, refusals = [], ...records }: Case): object {
  if (refusal) return { status: 400, field: 'file', message: matching(refusal) };
  const { products, deliveries, branches } = records;
  return {
    status: 201,
    problem,
    ...(counts && { counts }),
    ...(read && { read }),
    ...(ignored && { ignored }),
    refusals: refusals.map(([row, column, message]) => [row, column, matching(message)]),
    end: problem || refusals.length > 0 ? 'validation_error id' : 'SUCCEEDED',
    ...(products && { products }),
    ...(deliveries && { deliveries }),
    ...(branches && { branches }),
  };
}

type Refusal = { row: number; column: string | null; message: string };

function nameOf({ file, map, query }: Case): string {
  const choices = Object.entries({ ...(map && { map }), ...query }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return [file, ...choices].join(' ');
}

function pathOf({ kind, map, query }: Case): string {
  return `${kind}?${new URLSearchParams({ ...(map && { map }), ...query })}`;
}

/** Replaces the places of ids. */
async function bytesOf(file: string, ids: Record<string, unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await readFile(new URL(file, FOLDER)));
  if (!file.endsWith('.csv')) return bytes;
  let text = Buffer.from(bytes).toString('latin1');
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(`{${name}}`, String(id));
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function branch(reference: string) {
  return { name: reference, address: 'Street 1', reference };
}

/** Creates what the account has before, and returns the ids that files name. */
async function seed(account: TestAccount, what: Seed): Promise<Record<string, unknown>> {
  switch (what) {
    case 'nothing':
      return {};
    case 'unreferenced':
      await createProduct(account, { name: 'Rye bread' });
      await createProduct(account, { name: 'Oat loaf' });
      return {};
    case 'CAFÉ-1':
      await createProduct(account, { reference: 'CAFÉ-1', name: 'Café', weight: 1, price: 1, category: 'c' });
      return {};
    case '00012':
      await createProduct(account, { reference: '00012', name: 'one product' });
      return {};
    case 'M9':
      await createSupermarket(account, { reference: 'M9', branches: [branch('0012'), branch('0013')] });
      return {};
    case 'chains': {
      await createSupermarket(account, { name: 'Chain', branches: [{ name: 'Br 1', address: 'Addr 1' }] });
      return { SID2: (await createSupermarket(account, { name: 'Other chain' })).id };
    }
    case 'trade':
    case 'K1': {
      const product = await createProduct(account, {
        reference: 'A1',
        name: 'Rye Bread',
        price: 1,
        gtin: '4012345100082',
      });
      await createProduct(account, { reference: 'A2', name: 'Oat', price: 2 });
      const supermarket = await createSupermarket(account, {
        reference: 'M1',
        branches: [{ ...branch('B1'), gln: '4012345000009' }],
      });
      if (what === 'K1')
        await createDelivery(account, {
          supermarket_id: supermarket.id,
          subchain_id: supermarket.branches[0].id,
          reference: 'K1',
          delivery_date: '2099-12-31',
          products: [{ product_id: product.id, quantity: 5 }],
        });
      return { PID1: product.id };
    }
  }
}

async function recordsOf(account: TestAccount): Promise<object> {
  const rows = async (sql: string) => {
    const { rows } = await account.database.pool.query({ text: sql, values: [account.id], rowMode: 'array' });
    return rows;
  };
  return {
    products: await rows(`SELECT reference, name, weight::float8, price::float8 FROM products
                          WHERE account_id = $1 ORDER BY sequence_number`),
    branches: await rows('SELECT reference, delivery_window FROM branches WHERE account_id = $1 ORDER BY id'),
    deliveries: await rows(
      `SELECT delivery.reference, delivery_date::text,
              (SELECT json_agg(json_build_array(product.reference, item.quantity) ORDER BY position)
               FROM delivery_items item JOIN products product USING (account_id)
               WHERE item.account_id = $1 AND item.delivery_id = delivery.id AND product.id = item.product_id)
       FROM deliveries delivery WHERE account_id = $1 ORDER BY id`,
    ),
  };
}
