import { z } from 'zod';
import { violation } from '../../../../problems.ts';
import { DELIVERY_FIELDS } from '../../../trade/delivery/fields.ts';
import { rulesToCreate } from '../../../core/noun/fields.ts';
import { text } from '../../../core/noun/rules.ts';
import { MAX_PRODUCTS } from '../../../trade/limits.ts';
import { checkItem } from './check-item.ts';
import { LINE_UNIT } from '../columns/import-fields.ts';
import { type Group, grouped } from './import-item.ts';
import { type ImportRow, refusalAt } from '../columns/import-rows.ts';
import { mergeRows } from './merge-rows.ts';

const { supermarketId: _s, branchId: _b, products: _p, ...own } = rulesToCreate(DELIVERY_FIELDS);
const named = text().optional();
/** The rule of the values that the rows share. Required fields depend on the deliveries of the account. */
const Values = z
  .strictObject({ ...own, supermarket: named, supermarketId: named, branch: named, branchId: named })
  .partial();

const LINE = new Set(['product', 'productId', 'quantity', LINE_UNIT]);

/** Groups rows into deliveries. Each row is a line. */
export const groupDeliveries: Group = (rows, columns, describer) =>
  grouped(rows)
    .flatMap(byNumber)
    .map((lines) => {
      const { values, refusals } = mergeRows(lines, (name) => LINE.has(name), columns, describer);
      const { number, ...others } = values;
      // The dates of existing deliveries are in the past.
      const { deliveryDate, ...checkable } = others;
      if (lines.length > MAX_PRODUCTS)
        describer.add(refusals, () => [
          refusalAt(
            columns,
            lines[MAX_PRODUCTS]!,
            null,
            violation(
              'too_many_lines',
              `is line ${MAX_PRODUCTS + 1} of the same delivery, which can have ${MAX_PRODUCTS}`,
              { max: MAX_PRODUCTS },
            ),
          ),
        ]);
      const item = { rows: lines, values: checkable, number: number as string | undefined, lines, refusals };
      const checked = checkItem(item, { rule: Values, columns, nameOf: nameInDeliveries, describer });
      return {
        ...checked,
        values: { ...checked.values, ...(deliveryDate !== undefined && { deliveryDate }) },
      };
    });

/**
 * Divides rows with the same reference by their numbers: a download has the reference of cancelled
 * deliveries, and of the delivery that holds it now.
 */
function byNumber(rows: ImportRow[]): ImportRow[][] {
  const numbers = new Set(rows.flatMap(({ values }) => values.number ?? []));
  return numbers.size > 1 ? [...Map.groupBy(rows, ({ values }) => values.number).values()] : [rows];
}

/** Returns the name of a column's field for the path of a fault. */
export function nameInDeliveries(path: string): string {
  return path.replace(/^products\[\d+\]\./, '');
}
