import { z } from 'zod';
import { AppError, type Fault } from '../errors.ts';
import type { Context } from '../context.ts';
import { CreateDelivery } from '../delivery/create-delivery.ts';
import { DELIVERY_FIELDS } from '../delivery/fields.ts';
import { insertDeliveries, type NewDelivery } from '../delivery/insert-deliveries.ts';
import { requireFuture } from '../delivery/require-future.ts';
import { rulesToCreate } from '../fields.ts';
import { text } from '../rules.ts';
import { valid } from '../valid.ts';
import { checkItem } from './check-item.ts';
import { grouped, type Importer, type ImportItem } from './import-item.ts';
import { knownRecords } from './known-records.ts';
import { mergeRows } from './merge-rows.ts';
import { resolveLines } from './resolve-lines.ts';

const { supermarketId: _s, branchId: _b, products: _p, ...own } = rulesToCreate(DELIVERY_FIELDS);
const named = text().optional();
/** What the rows share. Whether something is missing is only known once the account's deliveries are. */
const Values = z
  .strictObject({ ...own, supermarket: named, supermarketId: named, branch: named, branchId: named })
  .partial();

const LINE = new Set(['product', 'productId', 'quantity']);

/** Imports deliveries, one line of a delivery a row. Those that the account has already stay as they are. */
export const DELIVERIES_IMPORTER: Importer = {
  group(rows, columns) {
    return grouped(rows).map((own) => {
      const { values, refusals } = mergeRows(own, (name) => LINE.has(name), columns);
      const { number, ...others } = values;
      const item = { rows: own, values: others, number: number as string | undefined, lines: own, refusals };
      // The dates of deliveries that exist already are in the past.
      const { deliveryDate, ...checkable } = others;
      const checked = checkItem({ ...item, values: checkable }, Values, columns, (path) => path);
      return {
        ...checked,
        values: { ...checked.values, ...(deliveryDate !== undefined && { deliveryDate }) },
      };
    });
  },
  nameOf: (path) => path.replace(/^products\[\d+\]\./, ''),
  async write(context, items, checked) {
    const { ids, refused } = await knownRecords(context, 'deliveries', items);
    const isRefused = new Set(refused.map(({ index }) => index));
    const results = [...refused];
    const isNew = (index: number) => ids[index] === undefined && !isRefused.has(index);
    const inputOf = await resolveLines(
      context,
      items.filter((_item, index) => isNew(index)),
    );
    const created: { index: number; delivery: NewDelivery }[] = [];
    for (const [index, item] of items.entries()) {
      const id = ids[index];
      if (id !== undefined) results.push({ index, outcome: 'unchanged', id, error: null });
      if (!isNew(index)) continue;
      const faults: Fault[] = [];
      const delivery = deliveryOf(context, item, inputOf(item, faults), faults);
      if (delivery) created.push({ index, delivery });
      else results.push({ index, outcome: 'refused', id: null, error: faults[0]! });
    }
    return [...results, ...(await insertDeliveries(context, created, checked !== undefined))];
  },
  check: () => ({}),
};

function deliveryOf(
  context: Context,
  { values: { reference } }: ImportItem,
  input: object,
  faults: Fault[],
): NewDelivery | undefined {
  if (faults.length > 0) return undefined;
  try {
    const delivery = valid(CreateDelivery, { ...input, reference });
    requireFuture(context, delivery.deliveryDate);
    return delivery as NewDelivery;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
