import { z } from 'zod';
import { given } from '../given.ts';
import { SUPERMARKET_ROW, SUPERMARKET_RULES, type SupermarketValues } from '../supermarket/upsert-rows.ts';
import { type Checked, writeSupermarkets } from '../supermarket/upsert-supermarkets.ts';
import { reference } from '../trade-numbers.ts';
import { checkItem } from './check-item.ts';
import { BRANCH } from './import-fields.ts';
import { grouped, type Importer } from './import-item.ts';
import type { ImportRow } from './import-rows.ts';
import { knownRecords } from './known-records.ts';
import { mergeRows } from './merge-rows.ts';

const Values = given(
  z.strictObject({ ...SUPERMARKET_RULES, reference: reference.nullish() }),
  SUPERMARKET_ROW,
);

/** Imports supermarkets, each with the branches of its rows. */
export const SUPERMARKETS_IMPORTER: Importer = {
  group(rows, columns) {
    return grouped(rows).map((own) => {
      const { values, refusals } = mergeRows(own, isOfBranch, columns);
      const { number, ...others } = values;
      const lines = own.filter((row) => Object.keys(row.values).some(isOfBranch));
      const item = {
        rows: own,
        values: { ...others, ...(lines.length > 0 && { branches: lines.map(branchIn) }) },
        number: number as string | undefined,
        lines,
        refusals,
      };
      return checkItem(item, Values, columns, SUPERMARKETS_IMPORTER.nameOf);
    });
  },
  nameOf: (path) => path.replace(/^branches\[\d+\]\./, BRANCH),
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

function isOfBranch(name: string): boolean {
  return name.startsWith(BRANCH);
}

function branchIn({ values }: ImportRow): object {
  const own = Object.entries(values).filter(([name]) => isOfBranch(name));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(BRANCH.length), value]));
}
