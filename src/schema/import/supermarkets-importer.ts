import type { SupermarketValues } from '../supermarket/upsert-rows.ts';
import { type Checked, writeSupermarkets } from '../supermarket/upsert-supermarkets.ts';
import { nameInSupermarkets } from './group-supermarkets.ts';
import type { Importer } from './import-item.ts';
import { knownRecords } from './known-records.ts';

/** Imports supermarkets with branches. */
export const SUPERMARKETS_IMPORTER: Importer = {
  nameOf: nameInSupermarkets,
  async write(context, items, checked) {
    const { ids, refused } = await knownRecords(context, 'supermarkets', items, checked);
    const isRefused = new Set(refused.map(({ index }) => index));
    const rows = items
      .map(({ values }, index) => ({ index, values: values as SupermarketValues, id: ids[index] }))
      .filter(({ index }) => !isRefused.has(index));
    return [...refused, ...(await writeSupermarkets(context, rows, checked as Checked | undefined))];
  },
  check: () => ({ supermarkets: 0, branches: 0, planned: new Set() }) satisfies Checked,
};
