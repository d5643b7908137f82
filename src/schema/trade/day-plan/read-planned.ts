import type { Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { createPause } from '../../../limits/pause.ts';
import { type Day, type DayWindow, dateOf, positionInWeek } from '../standing-order/days.ts';
import { WEEKDAY } from '../../core/noun/weekdays.ts';
import { MAX_SHIFT_DAYS } from '../limits.ts';
import type { Line } from '../standing-order/read-orders.ts';
import { type OccurrencePlan, readPlans } from '../standing-order/read-plans.ts';

/** The number of standing orders that are listed at a time. */
const PLANNED_PAGE = 500;
/** The maximum number of orders that are read at a time, and of their lines; a first order can have more. */
const [MAX_ORDERS, MAX_LINES] = [200, 5_000];

/** The numbers of pieces by product, or by what else they are added up. */
export type Pieces<Key = bigint> = Map<Key, number>;

/** The goods that standing orders plan, and that are in no delivery yet. */
export interface PlannedDays<Key = bigint> {
  /** The number of occurrences by day of delivery, or by date without one. */
  counts: Record<'planned' | 'skipped' | 'failed', ReadonlyMap<Day, number>>;
  /** The planned pieces, by the day of delivery. */
  pieces: ReadonlyMap<Day, Pieces<Key>>;
}

interface PlannedWindow extends DayWindow {
  today: Day;
  /** The only supermarket whose orders are read. */
  supermarketId?: bigint;
}

/**
 * Reads the goods that standing orders plan in a window, by five statements for each part of the orders. The
 * quota bounds their number. A date that will fail, because a product or the branch is archived, counts as
 * failed.
 *
 * @param keyOf what the pieces of a line are added up by
 */
export async function readPlanned<Key>(
  tx: Tx,
  accountId: bigint,
  window: PlannedWindow,
  keyOf: (productId: bigint, branchId: bigint) => Key,
): Promise<PlannedDays<Key>> {
  const counts = {
    planned: new Map<Day, number>(),
    skipped: new Map<Day, number>(),
    failed: new Map<Day, number>(),
  };
  const pieces = new PieceTable<Key>();
  const pause = createPause();
  // Dates outside the window can move into it.
  const dates = { from: window.from - MAX_SHIFT_DAYS, to: window.to + MAX_SHIFT_DAYS };
  const { supermarketId } = window;
  let after = 0n;
  for (;;) {
    const orders = await readOrderIds(tx, accountId, { ...dates, supermarketId }, after);
    for (const ids of orderIdBatches(orders)) {
      const plans = await readPlans(tx, accountId, ids, { ...dates, today: window.today });
      const archived = await readArchived(tx, accountId, plans);
      for (const plan of plans) {
        add(plan, archived);
        await pause();
      }
    }
    if (orders.length < PLANNED_PAGE) return { counts, pieces: pieces.byDay() };
    after = orders.at(-1)!.id;
  }

  function add(plan: OccurrencePlan, archived: ArchivedRecords): void {
    const { branchId } = plan.order;
    const placeOf = (productId: bigint) => pieces.placeOf(keyOf(productId, branchId));
    const isBranchArchived = archived.branches.has(branchId);
    const isArchived = ({ productId }: Line) => archived.products.has(productId);
    const failsOn = WEEKDAY.values.map(
      (weekday) =>
        isBranchArchived ||
        plan.order.lines.some((line) => (line.weekdays?.includes(weekday) ?? true) && isArchived(line)),
    );
    const lines = plan.order.lines.map(({ productId, quantity, weekdays }) => ({
      place: placeOf(productId),
      quantity,
      isOn: WEEKDAY.values.map((weekday) => weekdays === null || weekdays.includes(weekday)),
    }));
    for (const { day, deliveryDay, status } of plan.datesBetween(dates.from, dates.to)) {
      const at = deliveryDay ?? day;
      if (status === 'created' || at < window.from || at > window.to) continue;
      const changed = plan.stored.get(day)?.lines;
      const weekday = positionInWeek(day);
      const fails = () => (changed ? isBranchArchived || changed.some(isArchived) : failsOn[weekday]!);
      const shown = status === 'planned' && fails() ? 'failed' : status;
      counts[shown].set(at, (counts[shown].get(at) ?? 0) + 1);
      if (shown !== 'planned') continue;
      const own = pieces.on(at);
      if (changed) {
        for (const { productId, quantity } of changed) increase(own, placeOf(productId), quantity);
        continue;
      }
      for (const { place, quantity, isOn } of lines) if (isOn[weekday]) increase(own, place, quantity);
    }
  }
}

/** Branches and products that are archived. */
interface ArchivedRecords {
  branches: ReadonlySet<bigint>;
  products: ReadonlySet<bigint>;
}

/** Reads the archived branches and products of orders and of their changed dates. */
async function readArchived(
  tx: Tx,
  accountId: bigint,
  plans: readonly OccurrencePlan[],
): Promise<ArchivedRecords> {
  const named = new Set<bigint>();
  for (const { order, stored } of plans) {
    for (const { productId } of order.lines) named.add(productId);
    for (const { status, lines } of stored.values()) {
      if (status === 'planned') for (const { productId } of lines ?? []) named.add(productId);
    }
  }
  const products = [...named];
  const branches = [...new Set(plans.map(({ order }) => order.branchId))];
  const rows = await tx.$queryRaw<{ id: bigint; isBranch: boolean }[]>`
    SELECT id, true AS "isBranch" FROM branches
    WHERE account_id = ${accountId} AND id = ANY(${branches}::bigint[]) AND archived_at IS NOT NULL
    UNION ALL
    SELECT id, false FROM products
    WHERE account_id = ${accountId} AND id = ANY(${products}::bigint[]) AND archived_at IS NOT NULL`;
  const idsOf = (isBranch: boolean) =>
    new Set(rows.filter((row) => row.isBranch === isBranch).map(({ id }) => id));
  return { branches: idsOf(true), products: idsOf(false) };
}

/**
 * Adds up pieces by day and product, millions of times for thousands of orders, so products have positions in
 * arrays.
 */
class PieceTable<Key> {
  readonly #places = new Map<Key, number>();
  readonly #days = new Map<Day, number[]>();

  placeOf(key: Key): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.#places.size);
    return this.#places.size - 1;
  }

  /** Returns the pieces of a day, by the positions of products. */
  on(day: Day): number[] {
    const known = this.#days.get(day) ?? [];
    this.#days.set(day, known);
    return known;
  }

  byDay(): Map<Day, Pieces<Key>> {
    const keys = [...this.#places.keys()];
    return new Map(
      Array.from(this.#days, ([day, pieces]) => [
        day,
        new Map(keys.flatMap((key, place) => (pieces[place] ? [[key, pieces[place]]] : []))),
      ]),
    );
  }
}

function increase(pieces: number[], place: number, quantity: number): void {
  pieces[place] = (pieces[place] ?? 0) + quantity;
}

/** A standing order, and its number of lines. */
interface SizedOrder {
  id: bigint;
  lines: number;
}

/** Divides the ids of orders into parts that are read at a time. */
function* orderIdBatches(orders: readonly SizedOrder[]): Generator<bigint[]> {
  let batch: bigint[] = [];
  let sum = 0;
  for (const { id, lines } of orders) {
    if (batch.length === MAX_ORDERS || (batch.length > 0 && sum + lines > MAX_LINES)) {
      yield batch;
      [batch, sum] = [[], 0];
    }
    batch.push(id);
    sum += lines;
  }
  if (batch.length > 0) yield batch;
}

/** Reads the ids of the orders that can have dates in a range, in their order. */
async function readOrderIds(
  tx: Tx,
  accountId: bigint,
  { from, to, supermarketId }: DayWindow & { supermarketId: bigint | undefined },
  after: bigint,
): Promise<SizedOrder[]> {
  return tx.$queryRaw<SizedOrder[]>`
    SELECT id, (SELECT count(*)::int FROM standing_order_lines line
                WHERE line.account_id = ${accountId} AND line.standing_order_id = standing_orders.id) AS lines
    FROM standing_orders
    WHERE account_id = ${accountId} AND id > ${after} AND starts_on <= ${dateOf(to)}::date
      AND coalesce(ends_on >= ${dateOf(from)}::date, true)
      ${supermarketId === undefined ? Prisma.empty : Prisma.sql`AND supermarket_id = ${supermarketId}`}
      AND (ended_at IS NULL OR settled_until >= ${dateOf(from)}::date)
    ORDER BY id LIMIT ${PLANNED_PAGE}`;
}
