import { z } from 'zod';
import { createPause } from '../../limits/pause.ts';
import { AppError, type Fault } from '../errors.ts';
import type { Context } from '../context.ts';
import { differencesOf, readStored, type StoredDelivery } from '../delivery/compare-delivery.ts';
import { CreateDelivery } from '../delivery/create-delivery.ts';
import { DELIVERY_FIELDS } from '../delivery/fields.ts';
import { insertDeliveries, type NewDelivery } from '../delivery/insert-deliveries.ts';
import { requireFuture, validWhere } from '../delivery/require-future.ts';
import { rulesToCreate } from '../noun/fields.ts';
import { calendarDate } from '../noun/rules.ts';
import { refused, refusedBy, type RowResult } from '../upsert/rows.ts';
import { valid } from '../noun/valid.ts';
import { nameInDeliveries } from './group-deliveries.ts';
import { deliveryDifferences } from './delivery-differences.ts';
import { addChange, type ImportCheck } from './import-check.ts';
import type { Importer, ImportItem } from './import-item.ts';
import { knownRecords } from './known-records.ts';
import { asksForColumns } from './missing-columns.ts';
import { type InputOf, resolveLines } from './resolve-lines.ts';

const IMPORTED = { noun: 'Delivery', fields: DELIVERY_FIELDS } as const;
const PRODUCT = ['product', 'productId'];

/** Imports deliveries. Those that the account has already stay as they are, and are compared with the file. */
export const DELIVERIES_IMPORTER: Importer = {
  nameOf: nameInDeliveries,
  async write(context, items, options) {
    const { check } = options;
    const { ids, refused: unknown } = await knownRecords(context, IMPORTED, items, options);
    const isRefused = new Set(unknown.map(({ index }) => index));
    const results = [...unknown];
    const stored = await readStored(context, [...new Set(ids.filter((id) => id !== undefined))]);
    const inputOf = await resolveLines(
      context,
      items.filter((_item, index) => !isRefused.has(index)),
      check,
    );
    const differing: { id: bigint; item: ImportItem; result: RowResult }[] = [];
    const created: { index: number; delivery: NewDelivery }[] = [];
    const pause = createPause();
    for (const [index, item] of items.entries()) {
      await pause();
      if (isRefused.has(index)) continue;
      const existing = stored.get(ids[index] ?? -1n);
      if (existing) {
        const result = compared(index, item, inputOf, existing);
        results.push(result);
        if (result.outcome === 'differs') differing.push({ id: existing.id, item, result });
        continue;
      }
      if (asksForColumns(options, 'deliveries')) return [];
      const faults: Fault[] = [];
      const delivery = deliveryOf(context, item, inputOf(item, faults), faults);
      if (delivery) created.push({ index, delivery });
      else results.push(refusedBy(index, faults));
    }
    await showDifferences(context, differing, check);
    return [...results, ...(await insertDeliveries(context, created, check !== undefined))];
  },
  needs: () => ({}),
};

/** Shows what differs, old and new. A text that names the record of the delivery is no difference, whatever else it names. */
async function showDifferences(
  context: Context,
  differing: readonly { id: bigint; item: ImportItem; result: RowResult }[],
  check: ImportCheck | undefined,
): Promise<void> {
  const differences = await deliveryDifferences(context, differing);
  for (const { id, item, result } of differing) {
    const own = differences.get(id)!;
    if (own.length === 0) result.outcome = 'unchanged';
    const reference = (item.values.reference as string | undefined) ?? null;
    for (const each of own) if (check) addChange(check, { row: item.rows[0]!.row, reference, ...each });
  }
}

/** What a file can have of a delivery that the account has already. Its date may have passed. */
const Given = z.strictObject({ ...rulesToCreate(DELIVERY_FIELDS), deliveryDate: calendarDate }).partial();

interface ImportedLine {
  productId: string | undefined;
  quantity: unknown;
}

/** Compares a record of the file with the delivery, which stays as it is. */
function compared(index: number, item: ImportItem, inputOf: InputOf, stored: StoredDelivery): RowResult {
  const faults: Fault[] = [];
  const { products: lines, ...others } = inputOf(item, faults) as { products: ImportedLine[] };
  const ofUnit = faults.find(({ problem }) => problem === 'other_unit');
  if (ofUnit) return refusedBy(index, [ofUnit]);
  // A file without products or quantities says nothing about lines.
  const isOfLines = item.lines.every(
    ({ values }) => 'quantity' in values && PRODUCT.some((name) => name in values),
  );
  const products = isOfLines ? lines.map(named) : [];
  const isUnknown =
    faults.some(({ field }) => field === 'supermarket' || field === 'branch') ||
    products.some(({ productId }) => productId === undefined);
  try {
    const given = valid(Given, { ...others, ...(isOfLines && !isUnknown && { products }) });
    const differs = isUnknown || differencesOf(given, stored).length > 0;
    return { index, outcome: differs ? 'differs' : 'unchanged', id: stored.id, error: null };
  } catch (error) {
    return refused(index, error);
  }

  /** A product that was renamed since, or whose name others have, has its name of then in the delivery. */
  function named(line: ImportedLine, at: number): ImportedLine {
    if (line.productId !== undefined) return line;
    const own = stored.lines.find(({ name }) => name === item.lines[at]!.values.product);
    return own ? { ...line, productId: String(own.productId) } : line;
  }
}

function deliveryOf(
  context: Context,
  { values: { reference } }: ImportItem,
  input: object,
  faults: Fault[],
): NewDelivery | undefined {
  if (faults.length > 0) return undefined;
  try {
    const delivery = validWhere(context, () => valid(CreateDelivery, { ...input, reference }));
    requireFuture(context, delivery.deliveryDate);
    return delivery;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
