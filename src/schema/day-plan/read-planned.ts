import type { Tx } from '../../database/connect.ts';
import { createPause } from '../../pause.ts';
import { type Day, dateOf } from '../standing-order/days.ts';
import { MAX_SHIFT_DAYS } from '../standing-order/plan-occurrences.ts';
import { type Plan, readPlans } from '../standing-order/read-orders.ts';

/** How many standing orders are read at a time, with at most 500 lines each. */
const BATCH = 500;

/** Pieces by product. */
export type Pieces = Map<bigint, number>;

/** What standing orders bring that no delivery has yet. */
export interface PlannedDays {
  /** The occurrences of each day: those without a day of delivery on their date. */
  counts: Record<'planned' | 'skipped' | 'failed', ReadonlyMap<Day, number>>;
  /** What is planned, by the day of delivery. */
  pieces: ReadonlyMap<Day, Pieces>;
}

interface Window {
  from: Day;
  to: Day;
  today: Day;
}

/**
 * Reads what standing orders plan in a window, by five statements for each {@link BATCH} of them. The quota of the plan
 * bounds how many there are.
 */
export async function readPlanned(tx: Tx, accountId: bigint, window: Window): Promise<PlannedDays> {
  const counts = {
    planned: new Map<Day, number>(),
    skipped: new Map<Day, number>(),
    failed: new Map<Day, number>(),
  };
  const pieces = new Map<Day, Pieces>();
  const pause = createPause('complete');
  // Dates of other days can move into the window.
  const dates = { from: window.from - MAX_SHIFT_DAYS, to: window.to + MAX_SHIFT_DAYS };
  let after = 0n;
  for (;;) {
    const ids = await readIds(tx, accountId, dates, after);
    for (const plan of await readPlans(tx, accountId, ids, { ...dates, today: window.today })) {
      add(plan);
      await pause();
    }
    if (ids.length < BATCH) return { counts, pieces };
    after = ids.at(-1)!;
  }

  function add(plan: Plan): void {
    for (const { day, deliveryDay, status, lines } of plan.between(dates.from, dates.to)) {
      const at = deliveryDay ?? day;
      if (status === 'created' || at < window.from || at > window.to) continue;
      counts[status].set(at, (counts[status].get(at) ?? 0) + 1);
      if (status !== 'planned') continue;
      const own = pieces.get(at) ?? new Map<bigint, number>();
      pieces.set(at, own);
      for (const { productId, quantity } of lines) own.set(productId, (own.get(productId) ?? 0) + quantity);
    }
  }
}

/** Reads the ids of the orders that can have dates in a range, in their order. */
async function readIds(
  tx: Tx,
  accountId: bigint,
  { from, to }: { from: Day; to: Day },
  after: bigint,
): Promise<bigint[]> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM standing_orders
    WHERE account_id = ${accountId} AND id > ${after} AND starts_on <= ${dateOf(to)}::date
      AND coalesce(ends_on >= ${dateOf(from)}::date, true)
      AND (ended_at IS NULL OR settled_until >= ${dateOf(from)}::date)
    ORDER BY id LIMIT ${BATCH}`;
  return rows.map(({ id }) => id);
}
