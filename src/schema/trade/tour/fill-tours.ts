import { accountOf, type Context } from '../../core/context.ts';
import { MAX_DAY_STOPS, MAX_TOUR_STOPS } from '../limits.ts';
import { insertTour, type NewTour } from './create-tour.ts';
import { countStops } from './set-stops.ts';
import { type LockedTour, requireRoomForTour } from './tour-days.ts';

/** The pattern that a tour is made after: a template, or a tour of another day. */
export interface Pattern extends Omit<NewTour, 'date'> {
  /** In the order of the stops. */
  branchIds: readonly bigint[];
}

/** A tour that the filling made or added to. */
export interface FilledTour {
  tour: LockedTour;
  isNew: boolean;
}

/** The deliveries of a day that are in no tour, by branch, each in the order of their ids. */
type FreeDeliveries = Map<bigint, bigint[]>;

/**
 * Fills tours of a locked day after patterns, in their order, with the deliveries to their branches that are
 * in no tour.
 *
 * @param options.existing returns the tour of the day that new stops join (default: each pattern makes a new
 * one)
 * @param options.mayBeEmpty whether a tour is made without stops
 * @returns the tours that were made or added to
 * @throws AppError `validation_error` on date if the day would have too many tours
 */
export async function fillTours(
  context: Context,
  date: string,
  patterns: readonly Pattern[],
  {
    existing = () => undefined,
    mayBeEmpty = false,
  }: { existing?: (pattern: Pattern) => DayTour | undefined; mayBeEmpty?: boolean } = {},
): Promise<FilledTour[]> {
  const room = MAX_DAY_STOPS - (await countStops(context, date));
  const branchIds = new Set(patterns.flatMap((pattern) => pattern.branchIds));
  const free = await lockFree(context, date, [...branchIds], room);
  const filled: FilledTour[] = [];
  for (const pattern of patterns) {
    const found = existing(pattern);
    const taken = takeFree(free, pattern.branchIds, MAX_TOUR_STOPS - (found?.stops ?? 0));
    if (taken.length === 0 && (found || !mayBeEmpty)) continue;
    if (!found) await requireRoomForTour(context, date);
    const tour = found ?? (await insertTour(context, { ...pattern, date }));
    if (found) found.stops += taken.length;
    await addStops(context, tour, taken);
    if (!filled.some((each) => each.tour.id === tour.id)) filled.push({ tour, isNew: !found });
  }
  return filled;
}

/** A tour that a day has, with how many stops it has. */
export interface DayTour extends LockedTour {
  stops: number;
  templateId: bigint | null;
}

/** Locks the deliveries to these branches that no tour of a locked day has. */
async function lockFree(
  context: Context,
  date: string,
  branchIds: readonly bigint[],
  limit: number,
): Promise<FreeDeliveries> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ id: bigint; branchId: bigint }[]>`
    SELECT id, branch_id AS "branchId" FROM deliveries delivery
    WHERE account_id = ${accountId} AND delivery_date = ${date}::date AND status <> 'cancelled'
      AND branch_id = ANY(${branchIds}::bigint[])
      AND NOT EXISTS (SELECT FROM tour_stops WHERE account_id = ${accountId} AND delivery_id = delivery.id)
    ORDER BY id LIMIT ${limit} /* guard: filling-delivery-lock */ FOR SHARE`;
  const byBranch = Map.groupBy(rows, ({ branchId }) => branchId);
  return new Map([...byBranch].map(([branchId, of]) => [branchId, of.map(({ id }) => id)]));
}

/** Takes deliveries out of `free`, at most `max`, in the order of the branches. */
function takeFree(free: FreeDeliveries, branchIds: readonly bigint[], max: number): bigint[] {
  const taken: bigint[] = [];
  for (const branchId of branchIds) {
    const of = free.get(branchId) ?? [];
    taken.push(...of.splice(0, max - taken.length));
  }
  return taken;
}

/** Adds locked deliveries at the end of a tour. */
async function addStops(context: Context, { id }: LockedTour, deliveryIds: readonly bigint[]): Promise<void> {
  const accountId = accountOf(context);
  await context.db.$executeRaw`
    INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
    SELECT ${accountId}, delivery_id, ${id}, place + coalesce((
      SELECT max(stop.place) FROM tour_stops stop WHERE stop.account_id = ${accountId} AND stop.tour_id = ${id}), 0)
    FROM unnest(${deliveryIds}::bigint[]) WITH ORDINALITY AS given (delivery_id, place)`;
}
