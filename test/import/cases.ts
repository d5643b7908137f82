/** The records that the account has before a file is sent. */
export type Seed = 'nothing' | 'trade' | 'K1' | 'unreferenced' | 'M9' | 'CAFÉ-1' | '00012' | 'chains';

/** A file of `cases`, and the expected result of sending it. */
export interface Case {
  file: string;
  kind: 'products' | 'supermarkets' | 'deliveries';
  seed?: Seed;
  map?: string;
  /** Other parameters of the query. */
  query?: Record<string, string>;
  /** The message of a file that is refused as a whole. */
  refusal?: RegExp;
  /** The option of a question, or the code of a problem without one. */
  problem?: string;
  counts?: Record<string, number>;
  /** Row, column and message of each refusal. */
  refusals?: [row: number, column: string | null, message: RegExp][];
  /** How the file was read. */
  read?: Record<string, unknown>;
  ignored?: string[];
  /** The products after the import: reference, name, weight and price. */
  products?: [reference: string | null, name: string, weight: number, price: number][];
  /** The deliveries after the import: reference, date and lines. */
  deliveries?: [reference: string, date: string, lines: [product: string, quantity: number][]][];
  /** The branches after the import: reference and window. */
  branches?: [reference: string | null, window: string | null][];
}

const B1: [string, string, number, number] = ['B1', 'x', 1, 1];
const FORMAT: Case['products'] = [
  ['00123', 'Bread', 0.75, 3.49],
  ['A-2', 'Żurek "słoik", 0,5 l', 1.5, 2.9],
  ['A-3', 'two lines', 0.333, 1234.5],
];
const REQUIRED = /^is required/;

export const CASES: Case[] = [
  {
    file: 'quantity-thousands-dot.csv',
    kind: 'deliveries',
    seed: 'trade',
    problem: 'decimal',
    counts: { created: 0, refused: 0, rows: 2 },
  },
  {
    file: 'quantity-thousands-dot.csv',
    kind: 'deliveries',
    seed: 'trade',
    query: { decimal: ',' },
    read: { decimal: ',' },
    deliveries: [
      [
        'D1',
        '2099-12-31',
        [
          ['A1', 1000],
          ['A2', 2000],
        ],
      ],
    ],
  },
  {
    file: 'quantity-thousands-dot.csv',
    kind: 'deliveries',
    seed: 'trade',
    query: { decimal: '.' },
    refusals: [
      [2, 'quantity', /whole number/],
      [3, 'quantity', /whole number/],
    ],
  },
  {
    file: 'weight-number-cells.xlsx',
    kind: 'products',
    products: [
      ['W1', 'typed as text', 0.5, 1],
      ['W2', 'a number cell', 1.234, 1],
      ['W3', 'a number cell', 2.125, 1],
    ],
  },
  {
    file: 'error-cells.xlsx',
    kind: 'products',
    seed: 'trade',
    counts: { updated: 1, unchanged: 0, refused: 1 },
    refusals: [[3, 'price', /^#N\/A is an error of the spreadsheet, not a value/]],
  },
  {
    file: 'error-texts.csv',
    kind: 'products',
    seed: 'trade',
    refusals: [
      [2, 'name', /^#N\/A is an error of the spreadsheet/],
      [3, 'name', /^#NAME\? is an error of the spreadsheet/],
    ],
  },
  {
    file: 'number-column.csv',
    kind: 'products',
    seed: 'unreferenced',
    counts: { created: 2, updated: 0 },
    ignored: ['Number'],
    products: [
      [null, 'Rye bread', 0.5, 2.49],
      [null, 'Oat loaf', 0.5, 2.49],
      ['X-100', 'Cheese', 0.3, 4.99],
      ['X-101', 'Milk', 1, 1.19],
    ],
  },
  {
    file: 'foreign-product-id.csv',
    kind: 'deliveries',
    seed: 'trade',
    map: 'Order ID=reference,Customer=supermarket,Store=branch',
    ignored: ['Product ID'],
    refusals: [[2, 'Description', /^is neither the reference, the GTIN nor the name of a product/]],
  },
  {
    file: 'foreign-product-id.csv',
    kind: 'deliveries',
    seed: 'trade',
    map: 'Order ID=reference,Customer=supermarket,Store=branch,Description=',
    problem: 'missing_column',
  },
  {
    file: 'own-branches-download.csv',
    kind: 'supermarkets',
    seed: 'chains',
    map: 'reference=branch_reference',
    refusal: /^This is the download of branches/,
  },
  { file: 'branch-lost-zeros.csv', kind: 'supermarkets', seed: 'M9', problem: 'lost_zeros' },
  {
    file: 'branch-lost-zeros.csv',
    kind: 'supermarkets',
    seed: 'M9',
    query: { lost_zeros: 'keep' },
    branches: [
      ['0012', null],
      ['0013', null],
      ['12', null],
      ['13', null],
    ],
  },
  {
    file: 'branch-lost-zeros.csv',
    kind: 'supermarkets',
    seed: 'M9',
    query: { lost_zeros: 'refuse' },
    refusals: [[2, 'branch_reference', /lost leading zeros: the account has 0012/]],
  },
  {
    file: 'date-in-reference.xlsx',
    kind: 'products',
    refusals: [
      [2, 'reference', /is a date: a spreadsheet changed it. Format the column as text and enter it again/],
      [3, 'reference', /is a time: a spreadsheet changed it/],
    ],
  },
  {
    file: 'reference-nfd.csv',
    kind: 'products',
    seed: 'CAFÉ-1',
    counts: { created: 0, unchanged: 1 },
    products: [['CAFÉ-1', 'Café', 1, 1]],
  },
  {
    file: 'cp1250-polish.csv',
    kind: 'products',
    read: { encoding: 'windows-1250' },
    products: [['B1', 'Żurek w słoiku - Łódź', 0.75, 3.49]],
  },
  { file: 'cp850-msdos-german.csv', kind: 'products', refusal: /encoding that cannot be recognized/ },
  {
    file: 'shift-jis.csv',
    kind: 'products',
    read: { encoding: 'shift_jis' },
    products: [['B1', '食パン六枚切', 0.75, 3.49]],
  },
  { file: 'utf8-one-bad-byte.csv', kind: 'products', refusal: /^Row 3 is not UTF-8/ },
  {
    file: 'replacement-characters.csv',
    kind: 'products',
    refusals: [[2, 'name', /characters were lost/]],
  },
  {
    file: 'date1904-true.xlsx',
    kind: 'deliveries',
    seed: 'trade',
    deliveries: [['L1', '2099-12-31', [['A1', 5]]]],
  },
  {
    file: 'serial-without-format.xlsx',
    kind: 'deliveries',
    seed: 'trade',
    refusals: [[2, 'delivery_date', /^is the number of a date, 2099-12-31. Format the column as date/]],
  },
  {
    file: 'dates-slash-dmy.csv',
    kind: 'deliveries',
    seed: 'trade',
    read: { dates: 'dmy' },
    deliveries: [
      ['E1', '2099-12-31', [['A1', 5]]],
      ['E2', '2099-11-05', [['A1', 5]]],
    ],
  },
  {
    file: 'dates-slash-dmy.csv',
    kind: 'deliveries',
    seed: 'trade',
    query: { dates: 'mdy' },
    read: { dates: 'mdy' },
    refusals: [[2, 'delivery_date', /no date in the order month\/day\/year/]],
  },
  {
    file: 'dates-timestamp.csv',
    kind: 'deliveries',
    seed: 'trade',
    deliveries: [
      ['E3', '2099-12-31', [['A1', 5]]],
      ['E4', '2099-12-31', [['A1', 5]]],
      ['E5', '2099-12-31', [['A1', 5]]],
    ],
  },
  {
    file: 'hidden-first-sheet.xlsx',
    kind: 'products',
    read: { sheet: '2026' },
    products: [['NEW', 'new price', 1, 2]],
  },
  {
    file: 'hidden-first-sheet.xlsx',
    kind: 'products',
    query: { sheet: '2025' },
    read: { sheet: '2025' },
    products: [['OLD', 'old price', 1, 1]],
  },
  { file: 'instructions-first.xlsx', kind: 'products', read: { sheet: 'Products' }, products: [B1] },
  { file: 'title-row.xlsx', kind: 'products', read: { header_row: 3 }, products: [B1] },
  { file: 'title-row.xlsx', kind: 'products', query: { header_row: '1' }, problem: 'unknown_columns' },
  { file: 'sep-line.csv', kind: 'products', products: [B1] },
  { file: 'blank-first-line.csv', kind: 'products', read: { header_row: 2 }, products: [B1] },
  { file: 'header-with-newline.csv', kind: 'products', products: [B1] },
  { file: 'equals-quoted.csv', kind: 'products', products: [['00099', 'x', 1, 1]] },
  { file: 'inch-sign.csv', kind: 'products', products: [['B1', 'Pizza 12"', 1, 1]] },
  { file: 'mixed-line-ends.csv', kind: 'products', products: [B1, ['B2', 'y', 1, 1]] },
  { file: 'blank-columns.csv', kind: 'products', products: [B1] },
  { file: 'duplicate-header.csv', kind: 'products', refusals: [[2, 'price', REQUIRED]], ignored: ['price'] },
  {
    file: 'duplicate-header.csv',
    kind: 'products',
    map: '[E]=price',
    products: [['C9', 'x', 1, 2]],
  },
  { file: 'unnamed-column.csv', kind: 'products', problem: 'missing_column', ignored: ['[B]'] },
  { file: 'unnamed-column.csv', kind: 'products', map: '[B]=name', products: [B1] },
  { file: 'all-german.csv', kind: 'products', products: [['C1', 'Brot', 1.5, 3.49]] },
  { file: 'no-reference-column.csv', kind: 'products', problem: 'missing_column', counts: { refused: 0 } },
  {
    file: 'empty-row-message.csv',
    kind: 'products',
    problem: 'missing_column',
    counts: { refused: 0 },
  },
  {
    file: 'orders-gln-gtin.csv',
    kind: 'deliveries',
    seed: 'trade',
    map: 'Order No=reference,Date=delivery_date,GLN=branch,EAN=product,Qty=quantity',
    deliveries: [['PO-1', '2099-12-31', [['A1', 24]]]],
  },
  {
    file: 'delivery-changed.csv',
    kind: 'deliveries',
    seed: 'K1',
    counts: { created: 0, unchanged: 0, differs: 1 },
    deliveries: [['K1', '2099-12-31', [['A1', 5]]]],
  },
  {
    file: 'windows.csv',
    kind: 'supermarkets',
    branches: [
      ['B-1', '06:00-10:00'],
      ['B-2', '06:00-10:00'],
      ['B-3', '06:00-10:00'],
      ['B-4', '06:00-10:00'],
    ],
  },
  { file: 'e-reference.csv', kind: 'products', products: [['4E12', 'x', 1, 1]] },
  { file: 'zero-clash.csv', kind: 'products', seed: '00012', problem: 'lost_zeros' },
  {
    file: 'zero-clash.csv',
    kind: 'products',
    seed: '00012',
    query: { lost_zeros: 'keep' },
    products: [
      ['00012', 'one product', 0.5, 2.49],
      ['12', 'another product', 1, 5],
    ],
  },
  {
    file: 'weight-units.csv',
    kind: 'products',
    products: [
      ['B1', 'x', 0.75, 1],
      ['B2', 'x', 1.5, 1],
    ],
  },
  { file: 'apostrophe-round-trip.csv', kind: 'products', products: [['Q1', "'=x", 1, 1]] },
  { file: 'cells-without-r.xlsx', kind: 'products', products: [B1] },
  { file: 'chart-sheet-first.xlsx', kind: 'products', read: { sheet: 'Products' }, products: [B1] },
  { file: 'iso-time-in-ignored-column.xlsx', kind: 'products', ignored: ['opens'], products: [B1] },
  { file: 'sheet-xml-16mib.xlsx', kind: 'products', products: [B1] },
  { file: 'format.ods', kind: 'products', products: FORMAT },
  { file: 'format.fods', kind: 'products', products: FORMAT },
  { file: 'format.xls', kind: 'products', products: FORMAT },
  { file: 'html-table.xls', kind: 'products', products: FORMAT },
  {
    file: 'password.xlsx',
    kind: 'products',
    refusal: /^The file has a password. Remove it and save it again/,
  },
];
