import { type Checked, writeProducts } from '../product/upsert-products.ts';
import type { Importer } from './import-item.ts';
import { knownRecords } from './known-records.ts';

/** Imports products. */
export const PRODUCTS_IMPORTER: Importer = {
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
