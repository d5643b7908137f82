import { z } from 'zod';
import { given } from '../../../core/noun/given.ts';
import { SUPERMARKET_ROW, SUPERMARKET_RULES } from '../../../catalogue/supermarket/upsert-rows.ts';
import { reference } from '../../../core/noun/trade-numbers.ts';
import { checkItem } from './check-item.ts';
import { BRANCH, CUT_OFF_PART } from '../columns/import-fields.ts';
import { type Group, grouped } from './import-item.ts';
import type { ImportRow } from '../columns/import-rows.ts';
import { mergeRows } from './merge-rows.ts';

const Values = given(
  z.strictObject({ ...SUPERMARKET_RULES, reference: reference.nullish() }),
  SUPERMARKET_ROW,
);

/** Groups rows into supermarkets, each with the branches of its rows. */
export const groupSupermarkets: Group = (rows, columns, describer) =>
  grouped(rows).map((own) => {
    const { values, refusals } = mergeRows(own, isOfBranch, columns, describer);
    const { number, ...others } = withCutOff(values);
    const lines = own.filter((row) => Object.keys(row.values).some(isOfBranch));
    const item = {
      rows: own,
      values: { ...others, ...(lines.length > 0 && { branches: lines.map(branchIn) }) },
      number: number as string | undefined,
      lines,
      refusals,
    };
    return checkItem(item, { rule: Values, columns, nameOf: nameInSupermarkets, describer });
  });

/** Joins the columns of a cut-off. Without any, the cut-off stays as it is. */
function withCutOff(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values);
  const parts = entries.filter(([name]) => name.startsWith(CUT_OFF_PART));
  if (parts.length === 0) return values;
  const others = entries.filter(([name]) => !name.startsWith(CUT_OFF_PART));
  const cutOff = Object.fromEntries(parts.map(([name, value]) => [name.slice(CUT_OFF_PART.length), value]));
  return { ...Object.fromEntries(others), cutOff };
}

/** Returns the name of a column's field for the path of a fault. */
export function nameInSupermarkets(path: string): string {
  return path.replace(/^branches\[\d+\]\./, BRANCH);
}

function isOfBranch(name: string): boolean {
  return name.startsWith(BRANCH);
}

function branchIn({ values }: ImportRow): object {
  const own = Object.entries(values).filter(([name]) => isOfBranch(name));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(BRANCH.length), value]));
}
