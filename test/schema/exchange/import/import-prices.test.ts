import { beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { importsOf } from '../../../support/records/importing.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ worker: {} });
const { send, preview, importing } = importsOf({
  get url() {
    return service.url;
  },
});

const HEADER = 'supermarket;product;price;valid_from;valid_to\n';
let account: TestAccount;
let supermarketId: string;

beforeEach(async () => {
  account = await createAccount(service);
  supermarketId = String((await createSupermarket(account, { reference: 'M-1', name: 'Market Hall' })).id);
  await createProduct(account, { reference: 'A-1', name: 'Bread', gtin: '4006381333931' });
  await createProduct(account, { name: 'Cake' });
});

const LIST = `query ($filter: PriceAgreementFilter) { priceAgreements(filter: $filter) {
  nodes { product { name } price validFrom validTo changedBy }
} }`;
interface Agreement {
  product: { name: string };
  price: number;
  validFrom: string;
  validTo: string | null;
}

async function stored() {
  const { priceAgreements } = await ask(account, LIST, { filter: { supermarketId } });
  return (priceAgreements.nodes as Agreement[]).map(({ product: { name }, price, validFrom, validTo }) => [
    name,
    price,
    validFrom,
    validTo,
  ]);
}

const file = (...rows: string[]) => `${HEADER}${rows.join('\n')}\n`;

describe('a file of agreed prices', () => {
  it('adds and changes them, and leaves the end of a row without one', async () => {
    const first = await importing(
      account,
      'prices',
      file('M-1;A-1;1,99;01.12.2099;31.12.2099', 'Market Hall;P-0002;5;01.12.2099;'),
    );
    expect(first).toMatchObject({ status: 'SUCCEEDED', created: 2, updated: 0, refused: 0 });
    const later = file(
      'M-1;4006381333931;1,89;2099-12-01;',
      'M-1;Cake;5;2099-12-01;2099-12-31',
      'M-1;Cake;6;2100-01-01;',
    );
    expect(await importing(account, 'prices', later)).toMatchObject({
      created: 1,
      updated: 2,
      unchanged: 0,
    });
    expect(await stored()).toEqual([
      ['Bread', 1.89, '2099-12-01', '2099-12-31'],
      ['Cake', 5, '2099-12-01', '2099-12-31'],
      ['Cake', 6, '2100-01-01', null],
    ]);
    expect(await importing(account, 'prices', later)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });

  it('shows what would change, and writes nothing where a row is refused', async () => {
    await importing(account, 'prices', file('M-1;A-1;1,99;2099-12-01;2099-12-31'));
    const seen = await preview(account, 'prices', file('M-1;A-1;5;2099-12-01;'));
    expect(seen.changes).toEqual([
      { row: 2, reference: 'A-1', field: 'price', from: 1.99, to: 5, outcome: 'updated' },
    ]);
    const refused = await preview(
      account,
      'prices',
      file(
        'M-1;A-1;2;2099-12-15;',
        'M-1;A-9;2;2099-12-15;',
        'M-9;A-1;2;2099-12-15;',
        'M-1;Cake;-1;2099-12-15;',
        'M-1;Cake;1,9995;2099-12-15;',
        'M-1;Cake;1;2099-12-15;2099-12-14',
        'M-1;Cake;1;;',
        'M-1;Cake;;2099-12-01;2099-12-02',
        'M-1;Cake;7;2099-12-01;2099-12-31',
        'M-1;Cake;7;2099-12-31;2100-01-31',
      ),
    );
    expect(refused.refusals.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [2, 'valid_from', 'overlaps'],
      [3, 'product', 'unknown_name'],
      [4, 'supermarket', 'unknown_name'],
      [5, 'price', 'too_small'],
      [6, 'price', 'too_many_decimals'],
      [7, 'valid_to', 'range_out_of_order'],
      [8, 'valid_from', 'required'],
      [9, 'price', 'required'],
      [11, 'valid_from', 'overlaps'],
    ]);
    expect(refused.refusals[0]!.values).toEqual({ from: '2099-12-01', to: '2099-12-31' });
    expect(refused.counts).toMatchObject({ refused: 9, created: 1 });
    expect(await stored()).toHaveLength(1);
  });

  it('is judged as a whole, whatever the order of its rows', async () => {
    await importing(account, 'prices', file('M-1;A-1;1,99;2099-12-01;'));
    const rows = ['M-1;A-1;3;2100-01-01;', 'M-1;Cake;1;2099-01-01;', 'M-1;A-1;1,99;2099-12-01;2099-12-31'];
    expect(await importing(account, 'prices', file(...rows))).toMatchObject({ created: 2, updated: 1 });
  });

  it('needs all its columns, and products:write', async () => {
    const { problems } = await preview(account, 'prices', 'supermarket;product;price\nM-1;A-1;1\n');
    expect(problems).toMatchObject([{ code: 'missing_column' }]);
    const { key } = await account.issue(['products:read', 'supermarkets:write', 'deliveries:write']);
    const { json } = await send({ key }, 'prices', file('M-1;A-1;1;2099-12-01;'));
    expect(json.error).toMatchObject({ code: 'insufficient_scope' });
  });

  it('keeps prices of archived products, and refuses others for them', async () => {
    await importing(account, 'prices', file('M-1;A-1;1,99;2099-12-01;'));
    const { products } = await ask(account, '{ products(filter: { search: "Bread" }) { nodes { id } } }');
    const archive = 'mutation ($id: ID!) { archiveProduct(id: $id) { id } }';
    await ask(account, archive, { id: products.nodes[0].id });
    const all = (await account.call('GET', '//export/prices.csv')).text;
    expect(await importing(account, 'prices', all)).toMatchObject({ unchanged: 1, refused: 0 });
    for (const row of ['M-1;A-1;1,98;2099-12-01;', 'M-1;A-1;1,99;2099-11-01;2099-11-30']) {
      const { refusals } = await preview(account, 'prices', file(row));
      expect(refusals).toMatchObject([{ column: 'product', problem: 'archived' }]);
    }
  });

  it('of /export/prices.csv changes nothing', async () => {
    await importing(
      account,
      'prices',
      file('M-1;A-1;1,99;2099-12-01;2099-12-31', 'M-1;A-1;2,5;2100-01-01;', 'M-1;Cake;5;2099-12-01;'),
    );
    const other = await createSupermarket(account, { reference: 'M-2' });
    await importing(account, 'prices', file('M-2;A-1;1,5;2099-12-01;'));
    const { text } = await account.call('GET', `//export/prices.csv?supermarketId=${supermarketId}`);
    expect(text.replaceAll(/[\uFEFF"]/g, '').split('\r\n')).toEqual([
      'supermarket,product,product_name,price,valid_from,valid_to',
      'M-1,A-1,Bread,1.99,2099-12-01,2099-12-31',
      'M-1,A-1,Bread,2.5,2100-01-01,',
      'M-1,P-0002,Cake,5,2099-12-01,',
      '',
    ]);
    const all = (await account.call('GET', '//export/prices.csv')).text;
    expect(all).toContain('"M-2","A-1"');
    expect(await importing(account, 'prices', all)).toMatchObject({ unchanged: 4, created: 0, updated: 0 });
    const foreign = await createAccount(service);
    const theirs = await foreign.call('GET', `//export/prices.csv?supermarketId=${other.id}`);
    expect(theirs.text.trim().split('\r\n')).toHaveLength(1);
  });
});
