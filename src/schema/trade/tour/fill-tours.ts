import { accountOf, type Context } from '../../core/context.ts';
import { DRIVING_ROLES } from '../../core/caller/roles.ts';
import { MAX_DAY_STOPS, MAX_TOUR_STOPS } from '../limits.ts';
import { insertTours, type NewTour } from './create-tour.ts';
import { countStops } from './set-stops.ts';
import type { LockedTour } from './tour-days.ts';

/** The pattern that a tour is made after: a template, or a tour of another day. */
export interface Pattern extends NewTour {
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
  const usable = await lockUsable(context, patterns);
  const filled = patterns.flatMap((pattern) => {
    const found = existing(pattern);
    const stops = takeFree(free, pattern.branchIds, MAX_TOUR_STOPS - (found?.stops ?? 0));
    if (found) found.stops += stops.length;
    return stops.length > 0 || (mayBeEmpty && !found) ? [{ pattern, found, stops }] : [];
  });
  const missing = filled.flatMap(({ pattern, found }) => (found ? [] : usable(pattern)));
  const created = await insertTours(context, date, missing);
  const tours = filled.map(({ found }) => found ?? created.shift()!);
  await addStops(
    context,
    filled.flatMap(({ stops }, at) => stops.map((id) => ({ id, tourId: tours[at]!.id }))),
  );
  return [...new Set(tours)].map((tour) => ({ tour, isNew: !filled[tours.indexOf(tour)]!.found }));
}

/** A tour that a day has, with how many stops it has. */
export interface DayTour extends LockedTour {
  stops: number;
  templateId: bigint | null;
}

/**
 * Locks the drivers and templates of patterns, and returns a function that leaves out of a pattern who cannot
 * drive any more, and a template that was deleted.
 */
async function lockUsable(context: Context, patterns: readonly Pattern[]) {
  const accountId = accountOf(context);
  const drivers = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM people
    WHERE account_id = ${accountId} AND id = ANY(${patterns.map(({ driverId }) => driverId)}::bigint[])
      AND role = ANY(${DRIVING_ROLES}::text[])
    ORDER BY id /* guard: pattern-driver-lock */ FOR SHARE`;
  const templates = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM tour_templates
    WHERE account_id = ${accountId} AND id = ANY(${patterns.map(({ templateId }) => templateId)}::bigint[])
    ORDER BY id /* guard: pattern-template-lock */ FOR KEY SHARE`;
  const [driving, existing] = [drivers, templates].map((rows) => new Set(rows.map(({ id }) => id)));
  return (pattern: Pattern): Pattern => ({
    ...pattern,
    driverId: driving!.has(pattern.driverId!) ? pattern.driverId : null,
    templateId: existing!.has(pattern.templateId!) ? pattern.templateId : null,
  });
}

/** Locks the deliveries to these branches that no tour of a locked day has. */
async function lockFree(
  context: Context,
  ...day: [date: string, branchIds: readonly bigint[], limit: number]
): Promise<FreeDeliveries> {
  let rows = await readFree(context, ...day);
  // Only a later statement sees the new version of a delivery that was being revised.
  for (let count = -1; count !== rows.length;) {
    count = rows.length;
    // guard: revised-free-delivery
    rows = await readFree(context, ...day);
  }
  const byBranch = Map.groupBy(rows, ({ branchId }) => branchId);
  return new Map([...byBranch].map(([branchId, of]) => [branchId, of.map(({ id }) => id)]));
}

function readFree(
  context: Context,
  date: string,
  branchIds: readonly bigint[],
  limit: number,
): Promise<{ id: bigint; branchId: bigint }[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw`
    SELECT id, branch_id AS "branchId" FROM deliveries delivery
    WHERE account_id = ${accountId} AND delivery_date = ${date}::date AND status <> 'cancelled'
      AND branch_id = ANY(${branchIds}::bigint[])
      AND (SELECT tour_id FROM tour_stops WHERE account_id = ${accountId} AND delivery_id = delivery.id) IS NULL
    ORDER BY id LIMIT ${limit} /* guard: filling-delivery-lock */ FOR SHARE`;
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

/** Adds locked deliveries at the ends of tours, in their order. */
async function addStops(context: Context, stops: readonly { id: bigint; tourId: bigint }[]): Promise<void> {
  if (stops.length === 0) return;
  const accountId = accountOf(context);
  await context.db.$executeRaw`
    INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
    SELECT ${accountId}, delivery_id, added.tour_id, place + coalesce(former.last, 0)
    FROM unnest(${stops.map(({ id }) => id)}::bigint[], ${stops.map(({ tourId }) => tourId)}::bigint[])
         WITH ORDINALITY AS added (delivery_id, tour_id, place)
    LEFT JOIN (
      SELECT tour_id, max(place) AS last FROM tour_stops
      WHERE account_id = ${accountId} AND tour_id = ANY(${stops.map(({ tourId }) => tourId)}::bigint[])
      GROUP BY tour_id
    ) AS former USING (tour_id)`;
}
