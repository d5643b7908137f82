import { z } from 'zod';
import { violation } from '../../../../problems.ts';
import { createPause } from '../../../../limits/pause.ts';
import type { Context } from '../../../core/context.ts';
import { findAllUnusable } from '../../../trade/delivery/find-unusable.ts';
import { AppError, type Fault, faultAt } from '../../../core/errors.ts';
import { rulesToCreate } from '../../../core/noun/fields.ts';
import { listOf } from '../../../core/noun/list-of.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { CreateStandingOrder } from '../../../trade/standing-order/create-standing-order.ts';
import { STANDING_ORDER_FIELDS, STANDING_ORDER_LINE_FIELDS } from '../../../trade/standing-order/fields.ts';
import { insertStandingOrders, type NewOrder } from '../../../trade/standing-order/insert-standing-orders.ts';
import { requireConsistent } from '../../../trade/standing-order/require-consistent.ts';
import { updateStandingOrder } from '../../../trade/standing-order/update-standing-order.ts';
import { refused, type RowResult } from '../../../core/upsert/rows.ts';
import { valid } from '../../../core/noun/valid.ts';
import { MAX_ORDER_LINES } from '../../../trade/limits.ts';
import { nameInStandingOrders, weekdaysInRows } from '../items/group-standing-orders.ts';
import { addChange, type ImportCheck } from '../columns/import-check.ts';
import type { Importer, ImportItem } from '../items/import-item.ts';
import { existingRecords } from './existing-records.ts';
import { asksForColumns } from '../columns/missing-columns.ts';
import { type InputOf, resolveLines } from './resolve-lines.ts';
import { type StoredOrder, storedOrders } from './stored-orders.ts';

const IMPORTED = { noun: 'StandingOrder', fields: STANDING_ORDER_FIELDS } as const;

/** Imports standing orders: creates those whose references no order holds, and changes the others. */
export const STANDING_ORDERS_IMPORTER: Importer = {
  nameOf: nameInStandingOrders,
  async write(context, items, options) {
    const { check, isRehearsed } = options;
    const { ids, refused: unknown } = await existingRecords(context, IMPORTED, items, options);
    const isRefused = new Set(unknown.map(({ index }) => index));
    const results = [...unknown];
    const stored = await storedOrders(
      context,
      ids.filter((id) => id !== undefined),
    );
    const inputOf = await resolveLines(context, items, check, 'lines');
    const created: NewOrder[] = [];
    const changed: ChangedOrder[] = [];
    const pause = createPause();
    for (const [index, item] of items.entries()) {
      await pause();
      if (isRefused.has(index)) continue;
      const known = stored.get(ids[index] ?? -1n);
      try {
        if (known) {
          const changes = changesOf(item, inputOf, known);
          if (Object.keys(changes).length === 0)
            results.push({ index, outcome: 'unchanged', id: known.id, error: null });
          else changed.push({ index, item, known, changes });
        } else if (asksForColumns(options, 'standing-orders')) return [];
        else created.push({ index, order: newOrderOf(item, inputOf) });
      } catch (error) {
        results.push(refused(index, error));
      }
    }
    const updated = await (isRehearsed ? checkChanges : writeChanges)(context, changed);
    const inserted = await insertStandingOrders(context, created, check.earlier);
    for (const each of changed) showChanges(check, each);
    return [...results, ...updated, ...inserted];
  },
};

interface LineInFile {
  productId: string | undefined;
  quantity: unknown;
  weekdays: string[] | null;
}

/**
 * Returns the input of an order, whose lines have days only where they are not on all days of the order.
 *
 * @throws AppError
 */
function inputIn(item: ImportItem, inputOf: InputOf): Record<string, unknown> & { lines: LineInFile[] } {
  const faults: Fault[] = [];
  const input = inputOf(item, faults) as Record<string, unknown> & { lines: LineInFile[] };
  const [first, ...others] = faults;
  if (first) throw new AppError(first, ...others);
  const all = weekdaysInRows(item.lines);
  const lines = input.lines.map((line, at) => {
    const own = item.lines[at]!.values.weekdays as string[] | undefined;
    return { ...line, weekdays: own && own.length < all.length ? own : null };
  });
  return { ...input, lines, ...(all.length > 0 && { weekdays: all }) };
}

/** @throws AppError */
function newOrderOf(item: ImportItem, inputOf: InputOf): NewOrder['order'] {
  const order = valid(CreateStandingOrder, inputIn(item, inputOf));
  requireConsistent(order, true);
  return order as NewOrder['order'];
}

const { lines: _lines, ...OWN } = STANDING_ORDER_FIELDS;

/** The rule of a record whose order exists. */
const ChangedOrderValues = z
  .strictObject({
    ...rulesToCreate(OWN),
    lines: listOf(STANDING_ORDER_LINE_FIELDS, {
      type: 'StandingOrderLine',
      max: MAX_ORDER_LINES,
      tooMany: `must contain at most ${MAX_ORDER_LINES} lines`,
    }).rule,
  })
  .partial();
type ChangedOrderValues = z.output<typeof ChangedOrderValues>;

type OrderChanges = Omit<ChangedOrderValues, 'supermarketId' | 'branchId' | 'reference'>;

interface ChangedOrder {
  index: number;
  item: ImportItem;
  known: StoredOrder;
  changes: OrderChanges;
}

/**
 * Returns the values in the file that differ from the order's. Fields without a column stay.
 *
 * @throws AppError
 */
function changesOf(item: ImportItem, inputOf: InputOf, known: StoredOrder): OrderChanges {
  const { lines, ...others } = inputIn(item, inputOf);
  // A file without products or quantities does not change lines.
  const isOfLines = item.lines.some(({ values }) => 'quantity' in values || 'product' in values);
  const given = valid(ChangedOrderValues, { ...others, ...(isOfLines && { lines }) });
  requireSameBranch(given, known);
  const changes: OrderChanges = {};
  for (const name of ['everyWeeks', 'startsOn', 'endsOn', 'leadDays', 'shift', 'orderNumber'] as const) {
    if (given[name] != null && given[name] !== known[name]) Object.assign(changes, { [name]: given[name] });
  }
  const weekdays = given.weekdays ?? known.weekdays;
  if (!areSameTexts(weekdays, known.weekdays)) changes.weekdays = weekdays;
  // Lines on all days follow the days of the order.
  const isOther = given.lines && !areSameTexts(keysOf(given.lines, weekdays), keysOf(known.lines, weekdays));
  if (isOther) changes.lines = given.lines;
  return changes;
}

/** Requires that an order keeps its branch, because its plan is for that branch. */
function requireSameBranch({ supermarketId, branchId }: ChangedOrderValues, known: StoredOrder): void {
  if (supermarketId !== undefined && supermarketId !== known.supermarketId)
    throw new AppError(faultAt('supermarket', BRANCH_DIFFERS));
  if (branchId !== undefined && branchId !== known.branchId)
    throw new AppError(faultAt('branch', BRANCH_DIFFERS));
}

const BRANCH_DIFFERS = violation(
  'branch_of_order',
  'is not that of the standing order with this reference. End it, or use another reference for another branch',
);

function areSameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join('\n') === other.toSorted().join('\n');
}

interface OrderLineRow {
  productId: bigint;
  quantity: number;
  weekdays?: readonly string[] | null | undefined;
}

/** Returns texts that are equal for lines that deliver the same goods. */
function keysOf(lines: readonly OrderLineRow[], all: readonly string[]): string[] {
  return lines.map(
    ({ productId, quantity, weekdays }) =>
      `${productId} ${quantity} ${[...(weekdays ?? all)].toSorted().join(' ')}`,
  );
}

/**
 * Checks changes with the same statement for any number of them. A rehearsal does not write them: that takes
 * twenty statements for each, and seven times as long.
 */
async function checkChanges(context: Context, changed: readonly ChangedOrder[]): Promise<RowResult[]> {
  const references = changed.map(({ known, changes }) => {
    const kept = new Set(known.lines.map(({ productId }) => productId));
    const products = (changes.lines ?? []).map(({ productId }) => productId);
    const added = products.flatMap((productId, at) => (kept.has(productId) ? [] : [{ productId, at }]));
    return { ...known, products: added };
  });
  const unusable = await findAllUnusable(context, references);
  return changed.map(({ index, known, changes }, at): RowResult => {
    const fault = unusable[at]!.find(({ field }) => field!.startsWith('products['));
    try {
      if (fault) throw atLine(fault, references[at]!.products);
      const whole = { ...known, ...withoutUndefined(changes) };
      requireConsistent({ ...whole, lines: changes.lines ?? known.lines }, changes.lines !== undefined);
      return { index, outcome: 'updated', id: known.id, error: null };
    } catch (error) {
      return refused(index, error);
    }
  });
}

/** Replaces the position of a looked-up product by its line in the file. */
function atLine(fault: Fault, looked: readonly { at: number }[]): AppError {
  return new AppError(fault).renamed((field) =>
    field.replace(/^products\[(\d+)\]/, (_match, place: string) => `lines[${looked[Number(place)]!.at}]`),
  );
}

function withoutUndefined(changes: OrderChanges): OrderChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

async function writeChanges(context: Context, changed: readonly ChangedOrder[]): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const { index, known, changes } of changed) {
    try {
      await updateStandingOrder(context, String(known.id), inputOfChanges(changes));
      results.push({ index, outcome: 'updated', id: known.id, error: null });
    } catch (error) {
      results.push(refused(index, error));
    }
  }
  return results;
}

/** Returns changes as an input, where ids are texts. */
function inputOfChanges({ lines, ...others }: OrderChanges): object {
  return {
    ...others,
    ...(lines && { lines: lines.map((line) => ({ ...line, productId: String(line.productId) })) }),
  };
}

/** Adds the changed values, old and new, to the check. */
function showChanges(check: ImportCheck, { item, known, changes }: ChangedOrder): void {
  const reference = (item.values.reference as string | undefined) ?? null;
  for (const [name, value] of Object.entries(changes)) {
    const [from, to] =
      name === 'lines'
        ? [orderLinesText(known.lines), orderLinesText(namedIn(item, changes.lines!))]
        : [changeValue(known[name as keyof StoredOrder]), changeValue(value)];
    addChange(check, {
      row: item.rows[0]!.row,
      reference,
      field: snakeOf(name),
      from,
      to,
      outcome: 'updated',
    });
  }
}

function changeValue(value: unknown): unknown {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** The maximum number of lines in a change. */
const MAX_LISTED_ORDER_LINES = 10;

/** Adds the names of the products in the file. */
function namedIn({ lines }: ImportItem, given: readonly OrderLineRow[]): (OrderLineRow & { name: string })[] {
  return given.map((line, at) => ({ ...line, name: String(lines[at]!.values.product) }));
}

function orderLinesText(lines: readonly (OrderLineRow & { name: string })[]): string {
  const each = lines.slice(0, MAX_LISTED_ORDER_LINES).map(({ name, quantity, weekdays }) => {
    const days = weekdays ? ` (${weekdays.join(', ')})` : '';
    return `${quantity} × ${name}${days}`;
  });
  return (
    each.join(', ') +
    (lines.length > MAX_LISTED_ORDER_LINES ? ` and ${lines.length - MAX_LISTED_ORDER_LINES} more` : '')
  );
}
