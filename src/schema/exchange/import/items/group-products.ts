import { z } from 'zod';
import { violation } from '../../../../problems.ts';
import { rulesToCreate } from '../../../core/noun/fields.ts';
import { given } from '../../../core/noun/given.ts';
import { PRODUCT_ROW } from '../../../catalogue/product/upsert-rows.ts';
import { reference } from '../../../core/noun/trade-numbers.ts';
import { checkItem } from './check-item.ts';
import type { Group } from './import-item.ts';
import { refusalAt } from '../columns/import-rows.ts';

const Values = given(
  z.strictObject({ ...rulesToCreate(PRODUCT_ROW), reference: reference.nullish() }),
  PRODUCT_ROW,
);

/** Converts rows into products, one per row. */
export const groupProducts: Group = (rows, columns, describer) => {
  const first = new Map<unknown, number>();
  return rows.map((row) => {
    const { number, ...values } = row.values;
    const item = { rows: [row], values, number: number as string | undefined, lines: [], refusals: [] };
    const checked = checkItem(item, { rule: Values, columns, nameOf: (path) => path, describer });
    const name = values.reference === undefined ? 'number' : 'reference';
    const key = values.reference ?? number;
    const before = key === undefined ? undefined : first.get(`${name} ${String(key)}`);
    if (before === undefined) first.set(`${name} ${String(key)}`, row.row);
    else {
      const found = violation('repeats_row', `repeats that of row ${before}`, { row: before });
      const refusal = () => refusalAt(columns, row, name, found);
      describer.add(checked.refusals, () => [refusal()]);
    }
    return checked;
  });
};
