import { z } from 'zod';
import { rulesToCreate } from '../fields.ts';
import { given } from '../given.ts';
import { PRODUCT_ROW, type Checked, writeProducts } from '../product/upsert-products.ts';
import { reference } from '../trade-numbers.ts';
import { checkItem } from './check-item.ts';
import type { Importer } from './import-item.ts';
import { refusalAt } from './import-rows.ts';
import { knownRecords } from './known-records.ts';

const Values = given(
  z.strictObject({ ...rulesToCreate(PRODUCT_ROW), reference: reference.nullish() }),
  PRODUCT_ROW,
);

/** Imports products, one a row. */
export const PRODUCTS_IMPORTER: Importer = {
  group(rows, columns) {
    const first = new Map<unknown, number>();
    return rows.map((row) => {
      const { number, ...values } = row.values;
      const item = { rows: [row], values, number: number as string | undefined, lines: [], refusals: [] };
      const checked = checkItem(item, Values, columns, PRODUCTS_IMPORTER.nameOf);
      const name = values.reference === undefined ? 'number' : 'reference';
      const key = values.reference ?? number;
      const before = key === undefined ? undefined : first.get(`${name} ${String(key)}`);
      if (before !== undefined)
        checked.refusals.push(refusalAt(columns, row, name, `repeats that of row ${before}`));
      else first.set(`${name} ${String(key)}`, row.row);
      return checked;
    });
  },
  nameOf: (path) => path,
  async write(context, items, checked) {
    const { ids, refused } = await knownRecords(context, 'products', items, checked);
    const isRefused = new Set(refused.map(({ index }) => index));
    const rows = items
      .map(({ values }, index) => ({ index, values, id: ids[index] }))
      .filter(({ index }) => !isRefused.has(index));
    return [...refused, ...(await writeProducts(context, rows, checked as Checked | undefined))];
  },
  check: () => ({ products: 0 }) satisfies Checked,
};
