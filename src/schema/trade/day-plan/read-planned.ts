import type { Tx } from '../../../database/connect.ts';
import { createPause } from '../../../limits/pause.ts';
import { type Day, type DayWindow, dateOf, positionInWeek } from '../standing-order/days.ts';
import { WEEKDAY } from '../../core/noun/weekdays.ts';
import { MAX_SHIFT_DAYS } from '../limits.ts';
import type { Line } from '../standing-order/read-orders.ts';
import { type OccurrencePlan, readPlans } from '../standing-order/read-plans.ts';

/** The number of standing orders that are listed at a time. */
const PAGE = 500;
/** The maximum number of orders that are read at a time, and of their lines; a first order can have more. */
const [MAX_ORDERS, MAX_LINES] = [200, 5_000];

/** The numbers of pieces by product. */
export type Pieces = Map<bigint, number>;

/** The goods that standing orders plan, and that are in no delivery yet. */
export interface PlannedDays {
  /** The number of occurrences by day of delivery, or by date without one. */
  counts: Record<'planned' | 'skipped' | 'failed', ReadonlyMap<Day, number>>;
  /** The planned pieces, by the day of delivery. */
  pieces: ReadonlyMap<Day, Pieces>;
}

interface PlannedWindow extends DayWindow {
  today: Day;
}

/**
 * Reads the goods that standing orders plan in a window, by five statements for each part of the orders. The
 * quota bounds their number. A date that will fail, because a product or the branch is archived, counts as
 * failed.
 */
export async function readPlanned(tx: Tx, accountId: bigint, window: PlannedWindow): Promise<PlannedDays> {
  const counts = {
    planned: new Map<Day, number>(),
    skipped: new Map<Day, number>(),
    failed: new Map<Day, number>(),
  };
  const pieces = new PieceTable();
  const pause = createPause();
  // Dates outside the window can move into it.
  const dates = { from: window.from - MAX_SHIFT_DAYS, to: window.to + MAX_SHIFT_DAYS };
  let after = 0n;
  for (;;) {
    const orders = await readIds(tx, accountId, dates, after);
    for (const ids of batchesOf(orders)) {
      const plans = await readPlans(tx, accountId, ids, { ...dates, today: window.today });
      const archived = await readArchived(tx, accountId, plans);
      for (const plan of plans) {
        add(plan, archived);
        await pause();
      }
    }
    if (orders.length < PAGE) return { counts, pieces: pieces.byDay() };
    after = orders.at(-1)!.id;
  }

  function add(plan: OccurrencePlan, archived: Archived): void {
    const isBranchArchived = archived.branches.has(plan.order.branchId);
    const isArchived = ({ productId }: Line) => archived.products.has(productId);
    const failsOn = WEEKDAY.values.map(
      (weekday) =>
        isBranchArchived ||
        plan.order.lines.some((line) => (line.weekdays?.includes(weekday) ?? true) && isArchived(line)),
    );
    const lines = plan.order.lines.map(({ productId, quantity, weekdays }) => ({
      place: pieces.placeOf(productId),
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
        for (const { productId, quantity } of changed) increase(own, pieces.placeOf(productId), quantity);
        continue;
      }
      for (const { place, quantity, isOn } of lines) if (isOn[weekday]) increase(own, place, quantity);
    }
  }
}

/** Branches and products that are archived. */
interface Archived {
  branches: ReadonlySet<bigint>;
  products: ReadonlySet<bigint>;
}

/** Reads the archived branches and products of orders and of their changed dates. */
async function readArchived(tx: Tx, accountId: bigint, plans: readonly OccurrencePlan[]): Promise<Archived> {
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
class PieceTable {
  readonly #places = new Map<bigint, number>();
  readonly #days = new Map<Day, number[]>();

  placeOf(productId: bigint): number {
    const known = this.#places.get(productId);
    if (known !== undefined) return known;
    this.#places.set(productId, this.#places.size);
    return this.#places.size - 1;
  }

  /** Returns the pieces of a day, by the positions of products. */
  on(day: Day): number[] {
    const known = this.#days.get(day) ?? [];
    this.#days.set(day, known);
    return known;
  }

  byDay(): Map<Day, Pieces> {
    const products = [...this.#places.keys()];
    return new Map(
      Array.from(this.#days, ([day, pieces]) => [
        day,
        new Map(products.flatMap((productId, place) => (pieces[place] ? [[productId, pieces[place]]] : []))),
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
function* batchesOf(orders: readonly SizedOrder[]): Generator<bigint[]> {
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
async function readIds(
  tx: Tx,
  accountId: bigint,
  { from, to }: { from: Day; to: Day },
  after: bigint,
): Promise<SizedOrder[]> {
  return tx.$queryRaw<SizedOrder[]>`
    SELECT id, (SELECT count(*)::int FROM standing_order_lines line
                WHERE line.account_id = ${accountId} AND line.standing_order_id = standing_orders.id) AS lines
    FROM standing_orders
    WHERE account_id = ${accountId} AND id > ${after} AND starts_on <= ${dateOf(to)}::date
      AND coalesce(ends_on >= ${dateOf(from)}::date, true)
      AND (ended_at IS NULL OR settled_until >= ${dateOf(from)}::date)
    ORDER BY id LIMIT ${PAGE}`;
}
