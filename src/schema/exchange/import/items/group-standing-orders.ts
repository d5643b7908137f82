import { z } from 'zod';
import { violation } from '../../../../problems.ts';
import { rulesToCreate } from '../../../core/noun/fields.ts';
import { text } from '../../../core/noun/rules.ts';
import { MAX_ORDER_LINES } from '../../../trade/limits.ts';
import { STANDING_ORDER_FIELDS } from '../../../trade/standing-order/fields.ts';
import { checkItem } from './check-item.ts';
import { LINE_UNIT } from '../columns/import-fields.ts';
import { type Group, grouped } from './import-item.ts';
import { type ImportRow, refusalAt } from '../columns/import-rows.ts';
import { mergeRows } from './merge-rows.ts';

const { supermarketId: _s, branchId: _b, lines: _l, ...own } = rulesToCreate(STANDING_ORDER_FIELDS);
const named = text().optional();
/** The rule of the values that the rows share. Required fields depend on the orders of the account. */
const Values = z.strictObject({ ...own, supermarket: named, branch: named }).partial();

const LINE = new Set(['product', 'quantity', LINE_UNIT, 'weekdays']);

/** Groups rows into standing orders. Each row is a line. */
export const groupStandingOrders: Group = (rows, columns, describer) =>
  grouped(rows).map((lines) => {
    const { values, refusals } = mergeRows(lines, (name) => LINE.has(name), columns, describer);
    if (lines.length > MAX_ORDER_LINES)
      describer.add(refusals, () => [
        refusalAt(
          columns,
          lines[MAX_ORDER_LINES]!,
          null,
          violation(
            'too_many_lines',
            `is line ${MAX_ORDER_LINES + 1} of the same standing order, which can have ${MAX_ORDER_LINES}`,
            { max: MAX_ORDER_LINES },
          ),
        ),
      ]);
    const item = { rows: lines, values, lines, refusals };
    return checkItem(item, { rule: Values, columns, nameOf: nameInStandingOrders, describer });
  });

/** Returns the days of an order: all that its rows name, in the order of the week. */
export function weekdaysOf(rows: readonly ImportRow[]): string[] {
  const days = new Set(rows.flatMap(({ values }) => (values.weekdays as string[] | undefined) ?? []));
  return STANDING_ORDER_FIELDS.weekdays.kind.values.filter((day) => days.has(day));
}

/** Returns the name of a column's field for the path of a fault. */
export function nameInStandingOrders(path: string): string {
  return path.replace(/^lines\[\d+\]\./, '');
}
