import { type BookType, type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { ImportKind } from '../../../../src/schema/core/caller/import-kinds.ts';
import { itemsInBatch } from '../../../../src/schema/exchange/import/items/item-batches.ts';
import { type FileSummary, readFile } from '../../../../src/schema/exchange/import/file/read-file.ts';

const HEADER = ['reference', 'name', 'weight', 'price', 'category'];

interface ReadFile {
  /** The values of each record that is not refused. */
  values: Record<string, unknown>[];
  /** Row, column and message. */
  refusals: string[];
  notes: string[];
  problems: string[];
  ignored: string[];
}

/** Returns what becomes of a file before the account is known. */
async function read(file: Uint8Array | string, kind: ImportKind = 'products'): Promise<ReadFile> {
  const values: Record<string, unknown>[] = [];
  let summary: FileSummary | undefined;
  const options = { kind, choices: {}, currency: 'EUR', remembered: {} };
  for await (const result of readFile(Buffer.from(file as string), options)) {
    if (Array.isArray(result))
      values.push(...itemsInBatch(JSON.stringify(result)).map((item) => item.values));
    else if ('summary' in result) summary = result.summary;
  }
  const { refusals, notes, problems, ignored } = summary!;
  return {
    values,
    refusals: refusals.map(({ row, column, message }) => `${row} ${column}: ${message}`),
    notes,
    problems: problems.map(({ message }) => message),
    ignored,
  };
}

type Value = CellObject | string | number | boolean | null;

/** Returns a workbook with rows of products. */
function book(rows: Value[][], edit: (sheet: WorkSheet) => void = () => {}, bookType: BookType = 'xlsx') {
  const sheet = utils.aoa_to_sheet([HEADER, ...rows]);
  edit(sheet);
  return new Uint8Array(
    write({ SheetNames: ['Sheet1'], Sheets: { Sheet1: sheet } }, { bookType, type: 'array' }),
  );
}

/** Returns a number with a format. */
function shown(v: number, z: string): CellObject {
  return { t: 'n', v, z };
}

function csv(...rows: string[]): string {
  return [HEADER.join(';'), ...rows].join('\n');
}

describe('what a file states otherwise than it looks', () => {
  it.each<[string, Value[], string]>([
    ['a percentage', ['A', 'Rye', shown(0.5, '0%'), 1, 'c'], '2 weight: is the percentage 50%'],
    [
      'a price for a kilogram',
      ['A', 'Rye', 1, shown(2, '0.00 "€/kg"'), 'c'],
      '2 price: is shown as 2.00 €/kg',
    ],
    ['a volume', ['A', 'Oil', shown(2, '0 "ml"'), 1, 'c'], '2 weight: is shown as 2 ml'],
    [
      'thousandths with a unit',
      ['A', 'Rye', shown(1500, '0.000," kg"'), 1, 'c'],
      '2 weight: is shown as 1.500 kg, but its number is 1500',
    ],
    ['thousandths', ['A', 'Rye', 1, shown(1_234_000, '#,##0,'), 'c'], '2 price: is shown as 1,234, but'],
    [
      'thousandths of large numbers alone',
      ['A', 'Rye', shown(1500, '[<1000]0;0.000," kg"'), 1, 'c'],
      '2 weight: is shown as 1.500 kg, but its number is 1500',
    ],
    ['a written point', ['A', 'Rye', shown(750, '0"."000'), 1, 'c'], '2 weight: is shown as 0.750, but'],
    ['a written zero', ['A', 'Rye', 1, shown(7, '0"0"'), 'c'], '2 price: is shown as 70, but'],
    ['an unknown unit', ['A', 'Rye', shown(2, 'General" ml"'), 1, 'c'], '2 weight: is shown as 2 ml'],
    ['an amount for a number', [shown(12, '€ 0.00'), 'Rye', 1, 1, 'c'], '2 reference: is shown as € 12.00'],
    ['a price in another currency', ['A', 'Rye', 1, shown(2, '#,##0.00 "zł"'), 'c'], '2 price: is in zł'],
    ['a truth value', ['A', true, 1, 1, 'c'], '2 name: is TRUE, which is no text or number'],
  ])('is refused in a workbook: %s', async (_what, row, refusal) => {
    for (const type of ['xlsx', 'xlsb', 'xls', 'ods'] as const) {
      // In OpenDocument files these libraries write no formats other than percentages.
      if (type === 'ods' && !/percentage|TRUE/.test(refusal)) continue;
      const { values, refusals } = await read(book([row], undefined, type));
      expect([type, values, refusals]).toEqual([type, [], [expect.stringContaining(refusal)]]);
    }
  });

  it('is what a number format shows of numbers and units', async () => {
    const rows = [
      [shown(12, '00000'), 'Rye', shown(750, '0" g"'), shown(1.5, '[$€-407] #,##0.00'), 'c'],
      [shown(12, '"A-"0000'), 'Rye', shown(750, '0\\ \\g'), shown(1.5, '#,##0.00\\ "EUR"'), 'c'],
      [shown(12_345, '000-000'), 'Rye', shown(1_500, 'General" g"'), 1, 'c'],
      [shown(1_234, '#,##0'), 'Rye', shown(1, '0.00'), 1, shown(5, '0 "er"')],
    ];
    expect((await read(book(rows))).values).toMatchObject([
      { reference: '00012', weight: 0.75, price: 1.5 },
      { reference: 'A-0012', weight: 0.75, price: 1.5 },
      { reference: '012-345', weight: 1.5 },
      { reference: '1234', category: '5 er' },
    ]);
  });

  it.each([
    ['no value of a database', 'A;NULL;1;1;c', '2 name: is NULL, which programs write for no value'],
    ['no number of a program', 'A;Rye;NaN;1;c', '2 weight: is NaN, which programs write for no value'],
    ['UTF-8 that was read as another encoding', 'A;GrÃ¼tze;1;1;c', '2 name: is "Grütze" in a wrong encoding'],
    ['an error of a spreadsheet in Czech', 'A;#ODKAZ!;1;1;c', '2 name: #ODKAZ! is an error'],
    ['a percentage', 'A;Rye;1;10%;c', '2 price: is the percentage 10%'],
    ['a quote that is not closed', 'A;"Rye;1;1;c\nB;Oat";1;1;c', '2 name: has line breaks and whole rows'],
    ['a price for something', 'A;Rye;1;2,50 €/kg;c', '2 price: must be a number'],
    ['brackets for a negative number', 'A;Rye;1;(1,50);c', '2 price: must be a number'],
  ])('is refused in a CSV file: %s', async (_what, row, refusal) => {
    const { values, refusals } = await read(csv(row));
    expect([values, refusals]).toEqual([[], [expect.stringContaining(refusal)]]);
  });

  it('asks for the decimal sign of weights that only prices would tell', async () => {
    const prices = csv('A;Rye;1.250;3,49;c');
    expect((await read(prices)).problems).toEqual([expect.stringContaining('"1.250" in row 2 of "weight"')]);
    expect((await read(csv('A;Rye;1.250;3,49;c', 'B;Oat;0.750;2,49;c'))).values).toMatchObject([
      { weight: 1.25, price: 3.49 },
      { weight: 0.75, price: 2.49 },
    ]);
    // Either sign in one column: 1.234 could be tonnes. Groups of digits elsewhere tell.
    expect((await read(csv('A;Rye;0,5;1,49;c', 'B;Oat;1.234;2,49;c'))).problems).toEqual([
      expect.stringContaining('"1.234" in row 3 of "weight" can be 1.234 or 1234'),
    ]);
    expect((await read(csv('A;Rye;0,5;1;c', 'B;Oat;1.234;2;c', 'C;Bun;1.234,5;2;c'))).values).toMatchObject([
      { weight: 0.5 },
      { weight: 1_234 },
      { weight: 1_234.5 },
    ]);
    // Prices have two decimals at most.
    expect((await read(csv('A;Rye;1,5;1.250;c'))).values).toMatchObject([{ weight: 1.5, price: 1_250 }]);
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    [
      "a number as text with '",
      "'00123;Rye;'1;'1,50;c",
      { reference: '00123', price: 1.5 },
      'without the apostrophe',
    ],
    ['a formula', '=B1;Rye;1;1;c', { reference: '=B1' }, 'looks like a formula'],
    ['a sign for nothing', 'A;Rye;1;1;n/a', { category: 'n/a' }, 'If it stands for no value'],
    ['a number with decimals', '12.0;Rye;1;1;c', { reference: '12.0' }, 'is kept with its decimals'],
  ])('is mentioned: %s', async (_what, row, values, note) => {
    expect(await read(csv(row))).toMatchObject({
      values: [values],
      refusals: [],
      notes: [expect.stringMatching(note)],
    });
  });

  it('is mentioned with its first row, once for the column', async () => {
    const { notes } = await read(csv('A;"Fish &amp; Chips";1;1;c', 'B;Rye;1;1;c', 'C;"Rye &amp; Oat";1;1;c'));
    expect(notes).toEqual([expect.stringMatching(/^Row 2 of "name".*Rows like this: 2$/)]);
  });

  it('is mentioned: hidden rows, hidden columns and merged cells', async () => {
    const rows = [
      ['A', 'Rye', 1, 1, 'c'],
      ['B', 'Oat', 1, 1, null],
    ];
    for (const type of ['xlsx', 'xlml'] as const) {
      const of = async (edit?: (sheet: WorkSheet) => void) => (await read(book(rows, edit, type))).notes;
      expect(await of()).toEqual([]);
      const hidden = [expect.stringContaining('Hidden rows and columns were read')];
      expect(await of((sheet) => (sheet['!rows'] = [{}, {}, { hidden: true }]))).toEqual(hidden);
      expect(await of((sheet) => (sheet['!cols'] = [{}, { hidden: true }]))).toEqual(hidden);
      const merges = [{ s: { r: 1, c: 4 }, e: { r: 2, c: 4 } }];
      expect(await of((sheet) => (sheet['!merges'] = merges))).toEqual([
        'The cells E2 to E3 are merged: only row 2 has the value',
      ]);
    }
  });

  it('is what the names of characters mean in an HTML table', async () => {
    const cells = ['A', 'Gr&uuml;tze &amp; &#381;ur', '0,5&nbsp;kg', '1.234,50 &euro;', 'a &lt; b'];
    const rows = [HEADER, cells].map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    expect((await read(`<table>${rows.join('')}</table>`)).values).toEqual([
      { reference: 'A', name: 'Grütze & Žur', weight: 0.5, price: 1234.5, category: 'a < b' },
    ]);
  });

  it('is left out: a header that is repeated on each page', async () => {
    const { values, notes } = await read(csv('A;Rye;1;1;c', HEADER.join(';'), 'B;Oat;1;1;c'));
    expect(values.map(({ reference }) => reference)).toEqual(['A', 'B']);
    expect(notes).toEqual(['Row 3 repeats the header, and was left out']);
  });
});

/** Returns a list of SAP with a row. */
function sapList(...cells: string[]): string {
  return `Material;Name;Nettogewicht;Gewichtseinheit;Preis;Währung;Preiseinheit;Warengruppe\n${cells.join(';')}`;
}

describe('a column that says what numbers mean', () => {
  it('is heeded', async () => {
    expect(await read(sapList('A', 'Rye', '750', 'G', '3,49', 'EUR', '1', 'c'))).toMatchObject({
      values: [{ weight: 0.75, price: 3.49 }],
      ignored: [],
    });
  });

  it('refuses prices in other currencies, and for several units', async () => {
    const { refusals } = await read(sapList('A', 'Rye', '1', 'KG', '3,49', 'USD', '100', 'c'));
    expect(refusals).toEqual([
      '2 Währung: must be EUR, the currency of the account. Write the price in EUR',
      '2 Preiseinheit: must be 1. Write the price of one unit',
    ]);
  });
});
