import { describe, expect, it } from 'vitest';
import type { ImportKind } from '../../../../src/schema/core/caller/import-kinds.ts';
import { itemsInBatch } from '../../../../src/schema/exchange/import/items/item-batches.ts';
import { type FileSummary, readFile } from '../../../../src/schema/exchange/import/file/read-file.ts';

const HEADERS = {
  products: 'reference,name,weight,price,category',
  supermarkets: 'reference,name,branch_reference,branch_name,branch_address',
  deliveries: 'reference,delivery_date,supermarket,branch,product,quantity',
  'standing-orders': 'reference,supermarket,branch,product,quantity,weekdays,starts_on',
  prices: 'supermarket,product,price,valid_from,valid_to',
};

/** Reads a file as its process does. */
async function read(kind: ImportKind, rows: string[]) {
  const batches: string[] = [];
  let summary: FileSummary | undefined;
  const file = Buffer.from([HEADERS[kind], ...rows].join('\n'));
  for await (const result of readFile(file, { kind, choices: {}, currency: 'EUR', remembered: {} })) {
    if (Array.isArray(result)) batches.push(JSON.stringify(result));
    else if ('summary' in result) summary = result.summary;
  }
  return { batches, items: batches.flatMap(itemsInBatch), ...summary! };
}

function rowsOf(count: number, rowOf: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => rowOf(at));
}

describe('reading a file', () => {
  it('returns records of values, whose texts are those of the cells', async () => {
    const { items, total } = await read('products', ['007,Rye,"0,750",3.49,bakery']);
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        values: { reference: '007', name: 'Rye', weight: 0.75, price: 3.49, category: 'bakery' },
        lines: [],
        refusals: [],
        rows: [
          {
            row: 2,
            values: {},
            texts: { reference: '007', name: 'Rye', weight: '0,750', price: '3.49', category: 'bakery' },
            refusals: [],
          },
        ],
      },
    ]);
  });

  it('keeps lines at their rows', async () => {
    const rows = ['D-1,2099-12-01,S-1,B-1,A-1,10', 'D-1,,,,A-2,1 000'];
    const [item] = (await read('deliveries', rows)).items;
    expect(item!.values).toEqual({
      reference: 'D-1',
      deliveryDate: '2099-12-01',
      supermarket: 'S-1',
      branch: 'B-1',
    });
    expect(item!.lines).toEqual(item!.rows);
    expect(item!.lines.map(({ row, values, texts }) => [row, values, texts.quantity])).toEqual([
      [2, { product: 'A-1', quantity: 10 }, '10'],
      [3, { product: 'A-2', quantity: 1_000 }, '1 000'],
    ]);
  });

  it.each<[string, ImportKind, (at: number) => string]>([
    ['cells', 'products', (at) => `A-${at},Rye,1,1.1.1,bakery`],
    ['values', 'products', (at) => `A-${at},Rye,1,-1,bakery`],
    ['cells and values', 'products', (at) => `A-${at},Rye,1,${at % 2 ? '-1' : '1.1.1'},bakery`],
    ['repetitions', 'products', () => 'A-1,Rye,1,1,bakery'],
    ['branches', 'supermarkets', (at) => `S-${at},Oak,B-1,${'x'.repeat(300)},4 Mill Lane`],
    ['dates', 'deliveries', (at) => `D-${at},1.12.2099 06:00,S-1,B-1,A-1,1`],
  ])('counts all refused rows, and describes the first 1,000: %s', async (what, kind, rowOf) => {
    const { refused, refusals, items, total } = await read(kind, rowsOf(3_000, rowOf));
    expect(total).toBe(3_000);
    expect([refused, items.length]).toEqual(what === 'repetitions' ? [2_999, 1] : [3_000, 0]);
    expect(refusals).toHaveLength(1_000);
    const first = what === 'repetitions' ? 3 : 2;
    expect(refusals.map(({ row }) => row)).toEqual(rowsOf(1_000, (at) => String(at + first)).map(Number));
    expect(refusals.every(({ message }) => message !== '')).toBe(true);
  });

  it('describes rows that differ from the first one of their record, up to the same number', async () => {
    const { refused, refusals } = await read(
      'supermarkets',
      rowsOf(3_000, (at) => `S-1,Oak ${at},,,`),
    );
    expect(refused).toBe(1);
    expect(refusals).toHaveLength(1_000);
  });

  it('refuses a delivery with more lines than one can have', async () => {
    const { refused, refusals } = await read(
      'deliveries',
      rowsOf(501, (at) => `D-1,2099-12-01,S-1,B-1,A-${at},1`),
    );
    expect(refused).toBe(1);
    expect(refusals).toEqual([
      {
        row: 502,
        column: null,
        value: null,
        message: 'is line 501 of the same delivery, which can have 500',
        problem: 'too_many_lines',
        values: { max: 500 },
      },
    ]);
  });

  it('returns batches that take a fraction of a second each', async () => {
    const short = await read(
      'products',
      rowsOf(1_200, (at) => `A-${at},Rye,1,1,bakery`),
    );
    expect(short.batches).toHaveLength(3);
    const long = 'x'.repeat(2_900);
    const { batches } = await read(
      'products',
      rowsOf(1_200, (at) => `A-${at},Rye,1,1,${long}`),
    );
    expect(batches).toHaveLength(0);
    const { batches: notes } = await read(
      'products',
      rowsOf(3_000, (at) => `A-${at},${'x'.repeat(200)},1,1,${'x'.repeat(100)}`),
    );
    expect(Math.max(...notes.map(({ length }) => length))).toBeLessThan(1_000_000);
  });
});
