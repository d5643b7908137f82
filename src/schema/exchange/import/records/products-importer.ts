import { PRODUCT_FIELDS } from '../../../catalogue/product/fields.ts';
import { writeProducts } from '../../../catalogue/product/upsert-products.ts';
import { productsBefore } from '../items/changed-values.ts';
import type { Importer } from '../items/import-item.ts';
import { existingRecords } from './existing-records.ts';
import { asksForColumns } from '../columns/missing-columns.ts';

const IMPORTED = { noun: 'Product', fields: PRODUCT_FIELDS } as const;

/** Imports products. */
export const PRODUCTS_IMPORTER: Importer = {
  nameOf: (path) => path,
  async write(context, items, options) {
    const { check } = options;
    const { ids, refused } = await existingRecords(context, IMPORTED, items, options);
    const isRefused = new Set(refused.map(({ index }) => index));
    const rows = items
      .map(({ values }, index) => ({ index, values, id: ids[index] }))
      .filter(({ index }) => !isRefused.has(index));
    if (rows.some(({ id }) => id === undefined) && asksForColumns(options, 'products')) return refused;
    const noteChanges = await productsBefore(context, items, ids);
    const written = await writeProducts(context, rows, check.earlier);
    noteChanges(written, check);
    return [...refused, ...written];
  },
};
