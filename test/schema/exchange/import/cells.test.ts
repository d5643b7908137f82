import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/spreadsheet/cell.ts';
import {
  CellProblem,
  cellValue,
  type ColumnReading,
} from '../../../../src/schema/exchange/import/columns/cell/cell-value.ts';
import { dateText } from '../../../../src/schema/exchange/import/columns/cell/dates.ts';
import { numberText } from '../../../../src/schema/exchange/import/columns/cell/numbers.ts';
import { guarded, unguarded } from '../../../../src/spreadsheet/formula.ts';
import type { ImportKind } from '../../../../src/schema/core/caller/import-kinds.ts';
import { IMPORT_FIELDS } from '../../../../src/schema/exchange/import/columns/import-fields.ts';

const PLAIN: ColumnReading = { isDownload: false, currency: 'EUR' };

function valueOf(path: string, cell: Cell, reading: Partial<ColumnReading> = {}): unknown {
  const [kind, field] = path.split('.') as [ImportKind, string];
  const value = cellValue(IMPORT_FIELDS[kind][field]!, cell, { ...PLAIN, ...reading }, kind);
  return value instanceof CellProblem ? `! ${value.found.wording}` : value;
}

describe('a number', () => {
  it.each([
    ['3.49', { value: 3.49, sign: '.', hasDecimals: true }],
    ['3,49', { value: 3.49, sign: ',', hasDecimals: true }],
    ['120', { value: 120 }],
    ['007', { value: 7 }],
    ['1.234,50', { value: 1234.5, sign: ',', hasDecimals: true }],
    ['1,234.50', { value: 1234.5, sign: '.', hasDecimals: true }],
    ['1.234.567', { value: 1_234_567, sign: ',', hasDecimals: false }],
    ['1,00,000.5', { value: 100_000.5, sign: '.', hasDecimals: true }],
    ['12,34,56,789', { value: 123_456_789, sign: '.', hasDecimals: false }],
    ['1 234,567', { value: 1234.567, sign: ',', hasDecimals: true }],
    ['1\u202F234', { value: 1234 }],
    ["1'234.50", { value: 1234.5, sign: '.', hasDecimals: true }],
    ['0,750', { value: 0.75, sign: ',', hasDecimals: true }],
    ['.5', { value: 0.5, sign: '.', hasDecimals: true }],
    ['1234.567', { value: 1234.567, sign: '.', hasDecimals: true }],
    ['5-', { value: -5 }],
    ['−5', { value: -5 }],
    ['0.30000000000000004', { value: 0.3, sign: '.', hasDecimals: true }],
    ['1.000', { values: { '.': 1, ',': 1000 } }],
    ['12,345', { values: { ',': 12.345, '.': 12_345 } }],
  ])('%j is %j', (text, expected) => {
    expect(numberText(text)).toEqual(expected);
  });

  it.each([
    '',
    'abc',
    '1 2',
    '12.34,5',
    '1.23.4',
    '1,2,3',
    '1e5',
    '5,',
    '1.2.3.4',
    '12.34.567',
    '1,234,56,789',
    '123,45,678',
    '--5',
    '1\n234',
    '1\t234',
    '9'.repeat(50),
  ])('%j is none', (text) => {
    expect(numberText(text)).toBeUndefined();
  });
});

describe('a date', () => {
  it.each([
    ['2099-12-31', { day: '2099-12-31' }],
    ['2099/12/31', { day: '2099-12-31' }],
    ['20991231', { day: '2099-12-31' }],
    ['2099-12-31 00:00:00', { day: '2099-12-31' }],
    ['2099-12-31T00:00:00.000Z', { day: '2099-12-31' }],
    ['12/31/2099 12:00:00 AM', { days: { dmy: '2099-31-12', mdy: '2099-12-31' } }],
    ['31.12.2099', { day: '2099-12-31' }],
    ['1. 2. 2099', { day: '2099-02-01' }],
    ['31.12.99', { day: '2099-12-31' }],
    ['Do, 31.12.2099', { day: '2099-12-31' }],
    ['31. Dezember 2099', { day: '2099-12-31' }],
    ['31-Dec-2099', { day: '2099-12-31' }],
    ['1er août 2099', { day: '2099-08-01' }],
    ['31 de diciembre de 2099', { day: '2099-12-31' }],
    ['5 października 2099', { day: '2099-10-05' }],
    ['Dec 31, 2099', { day: '2099-12-31' }],
    ['2099年12月31日', { day: '2099-12-31' }],
    ['05/11/2099', { days: { dmy: '2099-11-05', mdy: '2099-05-11' } }],
    ['05-11-26', { days: { dmy: '2026-11-05', mdy: '2026-05-11', ymd: '2005-11-26' } }],
    ['2099-12-31 06:30', { found: expect.objectContaining({ problem: 'has_time' }) }],
  ])('%j is %j', (text, expected) => {
    expect(dateText(text)).toEqual(expected);
  });

  it.each(['', 'soon', '12/2099', '2099', '1/2/3/4', '31 Foo 2099'])('%j is none', (text) => {
    expect(dateText(text)).toBeUndefined();
  });
});

describe('a cell', () => {
  const damaged = 'a spreadsheet changed it';
  it.each<[string, Cell, unknown, Partial<ColumnReading>?]>([
    ['products.price', 0.1 + 0.2, 0.3],
    ['products.price', '3,49 €', 3.49],
    ['products.price', 'EUR 3.49', 3.49],
    ['products.price', '5,-', 5],
    ['products.price', '3,49 zł', 3.49, { currency: 'PLN' }],
    ['products.price', '$3.49', expect.stringContaining("is in $, but the account's prices are in EUR")],
    ['products.price', { type: 'number', value: 3.49, shown: '$3.49' }, expect.stringContaining('is in $')],
    ['products.price', { type: 'number', value: 3.49, shown: '3,49 €' }, 3.49],
    ['products.price', '1.000', expect.stringContaining('Choose the decimal sign')],
    ['products.price', '1.000', 1000, { decimal: ',' }],
    ['products.price', '3.49', expect.stringContaining('is not a number with ","'), { chosenDecimal: ',' }],
    ['products.price', '#N/A', expect.stringContaining('is an error of the spreadsheet')],
    [
      'products.price',
      { type: 'date', day: '2026-05-03', time: null, shown: '03.05.2026' },
      expect.stringContaining(damaged),
    ],
    ['products.weight', '750 g', 0.75],
    ['products.weight', '1,5kg', 1.5],
    ['products.weight', '2 lb', 0.907],
    ['products.weight', 750, 0.75, { unit: 'g' }],
    ['products.weight', '0,75 kg', 0.75, { unit: 'g' }],
    ['products.weight', '3 pieces', expect.stringContaining('must be a number of kilograms')],
    ['products.units_per_case', '12', 12],
    ['products.units_per_case', '12.0', expect.stringContaining('whole number')],
    ['products.units_per_case', '1.000', expect.stringContaining('whole number'), { decimal: '.' }],
    ['products.reference', 123, '123'],
    ['products.reference', 4_006_381_333_931, '4006381333931'],
    ['products.reference', { type: 'number', value: 123, shown: '00123' }, '00123'],
    ['products.reference', 1e20, expect.stringContaining('was shortened')],
    ['products.reference', 1e15, expect.stringContaining('was shortened')],
    ['products.reference', '5,71E+12', expect.stringContaining('was shortened')],
    ['products.reference', '4E12', '4E12'],
    ['products.reference', '10.12.2026', expect.stringContaining(damaged)],
    ['products.reference', '6:00', expect.stringContaining(damaged)],
    ['products.reference', '2026-12-10', '2026-12-10', { isDownload: true }],
    ['deliveries.reference', '2026-12-10', '2026-12-10'],
    ['products.gtin', '5.71E+12', expect.stringContaining('was shortened')],
    ['products.gtin', '4012345100082.0', '4012345100082'],
    ['products.case_gtin', '4012345100082,00', '4012345100082'],
    ['supermarkets.branch_gln', '4012345000009.0', '4012345000009'],
    ['deliveries.product', '4012345100082.0', '4012345100082'],
    ['standing-orders.branch', '4012345000009.0', '4012345000009'],
    // Without a check digit that is right, or in a number of one's own, a point can mean anything.
    ['products.gtin', '4012345100083.0', '4012345100083.0'],
    ['deliveries.product', '4012345100082.5', '4012345100082.5'],
    ['products.reference', '4012345100082.0', '4012345100082.0'],
    ['products.gtin', 12_345_678_905, expect.stringContaining('enter 012345678905')],
    ['supermarkets.branch_gln', '12345678905', expect.stringContaining('enter 0012345678905')],
    ['products.name', '1E+5', '1E+5'],
    ['products.name', '#NAME?', expect.stringContaining('is an error of the spreadsheet')],
    ['products.name', '#NV', expect.stringContaining('is an error of the spreadsheet')],
    ['products.name', '#1 Brot', '#1 Brot'],
    ['products.name', { type: 'formula', shown: '=A1' }, expect.stringContaining('formula without a result')],
    ['products.name', 'Gr\uFFFDne', expect.stringContaining('characters were lost')],
    ['products.name', '  ', undefined],
    ['products.unit', 'CASE', 'case'],
    ['products.unit', 'Stück', 'piece'],
    ['products.unit', 'Nos', 'piece'],
    ['products.unit', 'Karton', 'case'],
    ['products.unit', 'litros', 'litre'],
    ['products.unit', 'barrel', 'barrel'],
    ['supermarkets.branch_country', 'de', 'DE'],
    ['supermarkets.branch_country', 'Deutschland', 'DE'],
    ['supermarkets.branch_country', 'Pays-Bas', 'NL'],
    ['supermarkets.branch_country', 'Polska', 'PL'],
    ['supermarkets.branch_country', 'Atlantis', 'Atlantis'],
    ['supermarkets.branch_delivery_window', '6:00-10:00', '06:00-10:00'],
    ['supermarkets.branch_delivery_window', '06.00 – 10.00 Uhr', '06:00-10:00'],
    ['supermarkets.branch_delivery_window', '22h-6h', '22:00-06:00'],
    ['supermarkets.branch_delivery_window', '6 am to 2:30 pm', '06:00-14:30'],
    ['supermarkets.branch_delivery_window', '18:00-24:00', '18:00-00:00'],
    ['supermarkets.branch_delivery_window', 'mornings', 'mornings'],
    ['supermarkets.branch_delivery_window', '11-1pm', '11:00-13:00'],
    ['supermarkets.branch_delivery_window', '10-2am', '22:00-02:00'],
    ['supermarkets.branch_delivery_window', '6-10pm', '18:00-22:00'],
    ['supermarkets.branch_delivery_window', '8-12 p.m.', '08:00-12:00'],
    ['supermarkets.branch_delivery_window', '6-10 uur', '06:00-10:00'],
    ['supermarkets.branch_delivery_window', '06:00:00-10:00:00', '06:00-10:00'],
    ['supermarkets.branch_delivery_window', '9am-5', '09:00-17:00'],
    ['supermarkets.branch_delivery_window', '10 pm - 6', '22:00-06:00'],
    ['supermarkets.branch_delivery_window', '9am-17:30', '09:00-17:30'],
    [
      'supermarkets.branch_delivery_window',
      '9-5',
      '! can be 09:00-17:00 or 09:00-05:00. Choose the clock of the hours',
    ],
    ['supermarkets.branch_delivery_window', '9-5', '09:00-17:00', { clock: '12' }],
    ['supermarkets.branch_delivery_window', '9-5', '09:00-05:00', { clock: '24' }],
    ['supermarkets.branch_delivery_window', '10:30 – 2:15', '10:30-14:15', { clock: '12' }],
    ['supermarkets.branch_delivery_window', '9-5 Uhr', expect.stringContaining('Choose the clock')],
    ['supermarkets.branch_delivery_window', '6-6', '06:00-18:00', { clock: '12' }],
    [
      'supermarkets.branch_delivery_window',
      '8-12am',
      '! can be 20:00-00:00 or 08:00-12:00. Choose the clock of the hours',
    ],
    ['supermarkets.branch_delivery_window', '8-12am', '20:00-00:00', { clock: '12' }],
    ['supermarkets.branch_delivery_window', '8-12am', '08:00-12:00', { clock: '24' }],
    ['supermarkets.branch_delivery_window', '12-12', '12:00-12:00'],
    ['supermarkets.branch_delivery_window', '10:00-05:00', '10:00-05:00'],
    ['supermarkets.cut_off_time', { type: 'date', day: null, time: '10:30:00', shown: '10:30 AM' }, '10:30'],
    ['supermarkets.cut_off_time', { type: 'date', day: null, time: '00:00:00', shown: '0' }, '00:00'],
    [
      'supermarkets.cut_off_time',
      { type: 'date', day: '2026-05-03', time: '10:30:00', shown: '03.05.2026 10:30' },
      expect.stringContaining(damaged),
    ],
    [
      'products.reference',
      { type: 'date', day: null, time: '10:30:00', shown: '10:30' },
      expect.stringContaining(damaged),
    ],
    ['supermarkets.cut_off_time', '10:00', '10:00'],
    ['supermarkets.cut_off_time', '9:30:00', '09:30'],
    ['supermarkets.cut_off_time', 'bis 14 Uhr', '14:00'],
    ['supermarkets.cut_off_time', '2 pm', '14:00'],
    ['supermarkets.cut_off_time', '24:00', '24:00'],
    ['supermarkets.cut_off_time', 'noon', 'noon'],
    ['supermarkets.cut_off_days_before', '2', 2],
    ['supermarkets.branch_country', 'Danmark', 'DK'],
    ['supermarkets.branch_country', 'The Netherlands', 'NL'],
    ['products.price', '1,50 Euro', 1.5],
    ['products.price', '2,50 Stk', '2,50 Stk'],
    ['products.weight', '75 dag', 0.75],
    [
      'products.gtin',
      { type: 'number', value: 4_006_381_333_931, shown: '4 006381 333931' },
      '4006381333931',
    ],
    ['products.shelf_life_days', '30 Tage', 30],
    ['products.shelf_life_days', '6 months', '6 months'],
    ['deliveries.quantity', '10 Stk.', 10],
    ['deliveries.quantity', '10 cases', '10 cases'],
    ['deliveries.quantity', { type: 'number', value: 10, shown: '10 Stk' }, 10],
    [
      'deliveries.quantity',
      { type: 'number', value: 1, shown: '100%' },
      expect.stringContaining('percentage'),
    ],
    ['deliveries.delivery_date', 73_050, expect.stringContaining('is the number of a date, 2099-12-31')],
    ['deliveries.delivery_date', '73050', expect.stringContaining('is the number of a date, 2099-12-31')],
    ['deliveries.delivery_date', 20_991_231, '2099-12-31'],
    ['deliveries.delivery_date', { type: 'date', day: '2099-12-31', time: null, shown: 'x' }, '2099-12-31'],
    [
      'deliveries.delivery_date',
      { type: 'date', day: '2099-12-31', time: '06:00:00', shown: 'x' },
      expect.stringContaining('time of day'),
    ],
    ['deliveries.delivery_date', '05/11/2099', '2099-11-05', { order: 'dmy' }],
    ['deliveries.delivery_date', '05/11/2099', '2099-05-11', { order: 'mdy' }],
    ['deliveries.delivery_date', '05/11/2099', expect.stringContaining('Choose the order')],
    [
      'deliveries.delivery_date',
      '12/31/2099',
      expect.stringContaining('no date in the order day/month/year'),
      { order: 'dmy' },
    ],
    ['deliveries.delivery_date', '31.02.2099', '2099-02-31'],
    ['deliveries.notes', { type: 'date', day: '2099-12-31', time: null, shown: '31.12.2099' }, '31.12.2099'],
  ])('%s %j is %j', (path, cell, expected, reading) => {
    expect(valueOf(path, cell, reading)).toEqual(expected);
  });

  it.each([
    ['=1', "'=1"],
    ['＝1', "'＝1"],
    [' \u200b=1', "' \u200b=1"],
    ['\u{e0020}=1', "'\u{e0020}=1"],
    ["'=1", "''=1"],
    ['a\n+1', "a\n'+1"],
    ['a;@b;-c', "a;'@b;'-c"],
    ['\t1', "'\t1"],
    ['\t=1', "'\t=1"],
    ['a=1', 'a=1'],
    ["O'Neill", "O'Neill"],
  ])('%j is %j in a download', (text, expected) => {
    expect(guarded(text)).toBe(expected);
  });

  it.each(['=1', "'=x", "''=x", "'=1;=2", "a;'=1", '\t1', 'a\n+1', "'Milk", 'Milk'])(
    '%j is the same after a download',
    (text) => {
      expect(unguarded(guarded(text))).toBe(text);
    },
  );
});
