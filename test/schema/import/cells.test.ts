import { describe, expect, it } from 'vitest';
import { CellProblem, cellValue, separatorOf } from '../../../src/schema/import/cell-value.ts';
import type { CellKind } from '../../../src/schema/import/import-fields.ts';
import { mapColumns } from '../../../src/schema/import/map-columns.ts';
import { guarded, unguarded } from '../../../src/schema/import/formula.ts';

describe('the text of a cell', () => {
  it.each<[CellKind, string, string, unknown]>([
    ['number', 'price', '3.49', 3.49],
    ['number', 'price', '3,49', 3.49],
    ['number', 'price', '1.234,50', 1234.5],
    ['number', 'price', '1,234.50', 1234.5],
    ['number', 'price', '1 234,5', 1234.5],
    ['number', 'price', '1.234.567', 1_234_567],
    ['number', 'price', 'abc', 'abc'],
    ['integer', 'quantity', '120', 120],
    ['date', 'deliveryDate', '2099-12-01', '2099-12-01'],
    ['date', 'deliveryDate', '1.12.2099', '2099-12-01'],
    ['date', 'deliveryDate', '31.02.2099', '2099-02-31'],
    ['enum', 'unit', 'CASE', 'case'],
    ['identifier', 'gtin', '4006381333931', '4006381333931'],
    ['text', 'name', '1E+5', '1E+5'],
  ])('of kind %s (%s) %j is %j', (kind, name, text, expected) => {
    expect(cellValue(kind, name, text, separatorOf([text]))).toEqual(expected);
  });

  it('is read as the other numbers of its column are written', () => {
    const separator = separatorOf(['3,49', '1.250']);
    expect(cellValue('number', 'price', '1.250', separator)).toBe(1250);
    expect(cellValue('number', 'weight', '1,250', separatorOf(['0,75']))).toBe(1.25);
  });

  it.each<[CellKind, string, string, string]>([
    ['identifier', 'gtin', '5.71E+12', 'was shortened by a spreadsheet to 5.71E+12'],
    ['identifier', 'reference', '5,71E+12', 'was shortened'],
    ['identifier', 'gtin', '12345678905'.slice(0, 11), 'removed leading zeros'],
    ['identifier', 'gln', '12345678905', 'enter 0012345678905'],
    ['date', 'deliveryDate', '12/01/2099', 'could be day/month or month/day'],
  ])('of kind %s (%s) %j is refused in words', (kind, name, text, expected) => {
    const problem = cellValue(kind, name, text, undefined);
    expect(problem).toBeInstanceOf(CellProblem);
    expect((problem as CellProblem).message).toContain(expected);
  });

  it.each(['=1', "'=1;=2", '\t1', 'a\n+1', 'Milk'])('%j is the same after a download', (text) => {
    expect(unguarded(guarded(text))).toBe(text === "'=1;=2" ? '=1;=2' : text);
  });
});

describe('the columns of a file', () => {
  it('have the fields that their names say', () => {
    const header = ['number', 'product', 'category', 'weight_kg', 'price', 'archived_at', 'Units per case'];
    expect(mapColumns('products', header).map(({ field }) => field)).toEqual([
      'number',
      'name',
      'category',
      'weight',
      'price',
      null,
      'units_per_case',
    ]);
  });

  it('have the fields that they are given', () => {
    const map = 'Bezeichnung=name,Art, Nr=reference,price=';
    expect(mapColumns('products', ['Art, Nr', 'Bezeichnung', 'price'], map)).toEqual([
      { column: 'Art, Nr', field: 'reference' },
      { column: 'Bezeichnung', field: 'name' },
      { column: 'price', field: null },
    ]);
  });

  it.each([
    ['Preis=price', "names the column 'Preis', which the file does not have"],
    ['a=colour', "names the unknown field 'colour'"],
    ['a=name,b=name', "gives the field 'name' two columns"],
    ['name', 'must have the form Column=field'],
  ])('cannot be mapped by %j', (map, expected) => {
    expect(() => mapColumns('products', ['a', 'b'], map)).toThrow(expected);
  });

  it('must have one that is known', () => {
    expect(() => mapColumns('products', ['a', 'b'])).toThrow('No column is named like a field of products');
  });
});
