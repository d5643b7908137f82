import { z } from 'zod';
import { createPause } from '../../../../limits/pause.ts';
import { AppError, type Fault } from '../../../core/errors.ts';
import type { Context } from '../../../core/context.ts';
import {
  COMPARED,
  differingFields,
  readStoredDeliveries,
  type StoredDelivery,
} from '../../../trade/delivery/compare-delivery.ts';
import { CreateDelivery } from '../../../trade/delivery/create-delivery.ts';
import { DELIVERY_FIELDS } from '../../../trade/delivery/fields.ts';
import { insertDeliveries, type NewDelivery } from '../../../trade/delivery/insert-deliveries.ts';
import { reviseDelivery } from '../../../trade/delivery/revise-delivery.ts';
import { requireFuture, validWhere } from '../../../trade/delivery/day-rules.ts';
import { rulesToCreate } from '../../../core/noun/fields.ts';
import { calendarDate } from '../../../core/noun/rules.ts';
import { refused, refusedBy, type RowResult } from '../../../core/upsert/rows.ts';
import { valid } from '../../../core/noun/valid.ts';
import { nameInDeliveries } from '../items/group-deliveries.ts';
import { deliveryDifferences } from './delivery-differences.ts';
import { addChange, type ImportCheck } from '../columns/import-check.ts';
import type { Importer, ImportItem } from '../items/import-item.ts';
import { existingRecords } from './existing-records.ts';
import { asksForColumns } from '../columns/missing-columns.ts';
import { type InputOf, resolveLines } from './resolve-lines.ts';

const IMPORTED = { noun: 'Delivery', fields: DELIVERY_FIELDS } as const;
const LINE_PRODUCT_FIELDS = ['product', 'productId'];

/** Imports deliveries. Existing ones are compared with the file, and stay or are revised. */
export const DELIVERIES_IMPORTER: Importer = {
  nameOf: nameInDeliveries,
  async write(context, items, options) {
    const { check, choices } = options;
    const { ids, refused: unknown } = await existingRecords(context, IMPORTED, items, options);
    const isRefused = new Set(unknown.map(({ index }) => index));
    const results = [...unknown];
    const stored = await readStoredDeliveries(context, [...new Set(ids.filter((id) => id !== undefined))]);
    const inputOf = await resolveLines(
      context,
      items.filter((_item, index) => !isRefused.has(index)),
      check,
    );
    const differing: Differing[] = [];
    const created: { index: number; delivery: NewDelivery }[] = [];
    const pause = createPause();
    for (const [index, item] of items.entries()) {
      await pause();
      if (isRefused.has(index)) continue;
      const existing = stored.get(ids[index] ?? -1n);
      if (existing) {
        const found = compared(index, item, inputOf, existing);
        results.push(found.result);
        if (found.result.outcome === 'differs') differing.push(found);
        continue;
      }
      if (asksForColumns(options, 'deliveries')) return [];
      const faults: Fault[] = [];
      const delivery = newDeliveryOf(context, item, inputOf(item, faults), faults);
      if (delivery) created.push({ index, delivery });
      else results.push(refusedBy(index, faults));
    }
    const inserted = await insertDeliveries(context, created);
    await resolveDifferences(context, differing, { check, mayRevise: choices.onDifference === 'revise' });
    return [...results, ...inserted];
  },
};

/** A delivery that differs from the file. */
interface Differing {
  id: bigint;
  item: ImportItem;
  stored: StoredDelivery;
  /** The values of the record in the file, and the faults of names that match no record. */
  input: Record<string, unknown>;
  faults: Fault[];
  result: RowResult;
}

interface DifferenceOptions {
  check: ImportCheck;
  mayRevise: boolean;
}

/**
 * Shows differing values, old and new, and revises deliveries if permitted. A text that names the delivery's
 * own record is no difference, even if it names others too.
 */
async function resolveDifferences(
  context: Context,
  differing: readonly Differing[],
  { check, mayRevise }: DifferenceOptions,
): Promise<void> {
  const differences = await deliveryDifferences(context, differing);
  for (const each of differing) {
    const { id, item, result } = each;
    const own = differences.get(id)!;
    const fields = new Set(own.map(({ field }) => field));
    if (own.length === 0) result.outcome = 'unchanged';
    else if (mayRevise) Object.assign(result, await revised(context, each, fields));
    const { outcome } = result;
    const { row } = item.rows[0]!;
    const reference = (item.values.reference as string | undefined) ?? null;
    if (outcome === 'differs' || outcome === 'revised')
      for (const difference of own) addChange(check, { row, reference, ...difference, outcome });
  }
}

/** Revises a pending delivery of the same supermarket. Other deliveries stay. */
async function revised(
  context: Context,
  { id, stored, input, faults, result }: Differing,
  fields: ReadonlySet<string>,
): Promise<RowResult> {
  if (stored.status !== 'pending' || fields.has(COMPARED.supermarketId)) return result;
  const names = Object.entries(COMPARED).flatMap(([name, inRest]) => (fields.has(inRest) ? [name] : []));
  const wrong = faults.filter(({ field }) =>
    names.some((name) => field!.startsWith(name.replace(/Id$/, ''))),
  );
  if (wrong.length > 0) return refusedBy(result.index, wrong);
  const changes = Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
  try {
    return { ...result, outcome: 'revised', id: await reviseDelivery(context, String(id), changes) };
  } catch (error) {
    // The delivery was dispatched after it was read.
    if (error instanceof AppError && error.code === 'invalid_transition') return result;
    return refused(result.index, error);
  }
}

/** The rule of a record whose delivery exists: the date of the delivery may be in the past. */
const ComparedDelivery = z
  .strictObject({ ...rulesToCreate(DELIVERY_FIELDS), deliveryDate: calendarDate })
  .partial();

interface ImportedLine {
  productId: string | undefined;
  quantity: unknown;
}

/** Compares a record of the file with the delivery. */
function compared(index: number, item: ImportItem, inputOf: InputOf, stored: StoredDelivery): Differing {
  const { id } = stored;
  const faults: Fault[] = [];
  const { products: lines, ...others } = inputOf(item, faults) as { products: ImportedLine[] };
  const ofUnit = faults.find(({ problem }) => problem === 'other_unit');
  const found = { id, item, stored, input: {}, faults };
  if (ofUnit) return { ...found, result: refusedBy(index, [ofUnit]) };
  // A file without products or quantities does not change lines.
  const isOfLines = item.lines.every(
    ({ values }) => 'quantity' in values && LINE_PRODUCT_FIELDS.some((name) => name in values),
  );
  const products = isOfLines ? lines.map(named) : [];
  const isUnknown =
    faults.some(({ field }) => field === 'supermarket' || field === 'branch') ||
    products.some(({ productId }) => productId === undefined);
  try {
    const given = valid(ComparedDelivery, { ...others, ...(isOfLines && !isUnknown && { products }) });
    const outcome = isUnknown || differingFields(given, stored).length > 0 ? 'differs' : 'unchanged';
    return {
      ...found,
      input: { ...others, ...(isOfLines && { products }) },
      faults: faults.filter((fault) => !isNamed(fault)),
      result: { index, outcome, id, error: null },
    };
  } catch (error) {
    return { ...found, result: refused(index, error) };
  }

  /** Returns whether a fault is about a product that is found in the delivery. */
  function isNamed({ field }: Fault): boolean {
    const [, at] = /^products\[(\d+)\]/.exec(field!) ?? [];
    return at !== undefined && products[Number(at)]?.productId !== undefined;
  }

  /** Returns a line with the product of this name in the delivery, also if the product was renamed since. */
  function named(line: ImportedLine, at: number): ImportedLine {
    if (line.productId !== undefined) return line;
    const own = stored.lines.find(({ name }) => name === item.lines[at]!.values.product);
    return own ? { ...line, productId: String(own.productId) } : line;
  }
}

function newDeliveryOf(
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
