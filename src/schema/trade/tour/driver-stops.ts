import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Caller, callerOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { FORMER_STOP_HOURS, MAX_DAY_TOURS, MAX_STOPS } from '../limits.ts';
import { TOUR_ORDER } from './tour-days.ts';

/**
 * The rule of what a driver sees: while no tour of a day has a driver, all stops of the day; from the first
 * one on, the stops of their own tours. Whoever reads deliveries sees all.
 */
function isDriver({ scopes }: Caller): boolean {
  return !scopes.has('deliveries:read');
}

interface StopRow {
  isOwn: boolean;
  wasOwn: boolean;
  /** When the first tour of the day got its driver; null while none has one. */
  since: Date | null;
}

async function readStop(context: Context, deliveryId: bigint): Promise<StopRow | undefined> {
  const accountId = accountOf(context);
  const { personId = 0n } = callerOf(context);
  const [row] = await context.db.$queryRaw<StopRow[]>`
    SELECT EXISTS (
      SELECT FROM tour_stops stop JOIN tours tour ON tour.account_id = stop.account_id AND tour.id = stop.tour_id
      WHERE stop.account_id = ${accountId} AND stop.delivery_id = delivery.id AND tour.driver_id = ${personId}
    ) AS "isOwn", EXISTS (
      SELECT FROM former_stops former
      WHERE former.account_id = ${accountId} AND former.delivery_id = delivery.id
        AND former.person_id = ${personId}
        /* guard: former-stop-hours */
        AND former.left_at > now() - make_interval(hours => ${FORMER_STOP_HOURS})
        /* end */
    ) AS "wasOwn", (
      SELECT min(driven_since) FROM tours
      WHERE account_id = ${accountId} AND date = delivery.delivery_date AND driver_id IS NOT NULL
    ) AS since
    FROM deliveries delivery WHERE account_id = ${accountId} AND id = ${deliveryId}`;
  return row;
}

/** Returns whether the caller sees a delivery as a stop; false too for one that is not the account's. */
export async function seesStop(context: Context, deliveryId: bigint): Promise<boolean> {
  if (!isDriver(callerOf(context))) return true;
  const stop = await readStop(context, deliveryId);
  // guard: seen-stop
  return stop !== undefined && (stop.since === null || stop.isOwn);
}

/**
 * Requires that the caller may do something at the door of a stop: it is theirs, was theirs in the last 48
 * hours, or was anybody's at that time.
 *
 * @param at when it was done (default: now)
 * @param field the input with the id of the delivery
 * @throws AppError `not_found`
 */
export async function requireStopOfDriver(
  context: Context,
  deliveryId: bigint,
  at?: string | null,
  field: string | null = null,
): Promise<void> {
  if (!isDriver(callerOf(context))) return;
  const stop = await readStop(context, deliveryId);
  const isOwn = stop && (stop.since === null || stop.isOwn || stop.wasOwn);
  // guard: own-stop
  if (!isOwn && !(stop?.since && at != null && Date.parse(at) < stop.since.getTime()))
    throw notFound('delivery', field);
}

/**
 * Returns the deliveries of a driver's own tours of a day in the order of tours and positions, at most
 * {@link MAX_STOPS}; undefined where the caller sees all stops of the day.
 */
export async function stopsOfDriver(context: Context, date: string): Promise<bigint[] | undefined> {
  const caller = callerOf(context);
  if (!isDriver(caller) || !(await isDriven(context, date))) return undefined;
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ deliveryId: bigint }[]>`
    SELECT stop.delivery_id AS "deliveryId" FROM (
      SELECT id, starts_at, name FROM tours
      WHERE account_id = ${accountId} AND date = ${date}::date
        /* guard: own-tours */ AND driver_id = ${caller.personId ?? 0n}
    ) AS tour JOIN tour_stops stop ON stop.account_id = ${accountId} AND stop.tour_id = tour.id
    ORDER BY ${TOUR_ORDER}, place, delivery_id LIMIT ${MAX_STOPS}`;
  return rows.map(({ deliveryId }) => deliveryId);
}

/**
 * Returns the ids of the tours that the caller sees, in their order.
 *
 * @param condition of `tour`, the row, such as that of a day
 */
export async function toursSeen(context: Context, condition: Prisma.Sql): Promise<bigint[]> {
  const accountId = accountOf(context);
  const caller = callerOf(context);
  const own = Prisma.sql`AND (driver_id = ${caller.personId ?? 0n} OR NOT EXISTS (
    SELECT FROM tours other
    WHERE other.account_id = ${accountId} AND other.date = tour.date AND other.driver_id IS NOT NULL))`;
  const rows = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM tours tour
    WHERE account_id = ${accountId} AND ${condition}
      ${/* guard: tours-seen */ isDriver(caller) ? own : Prisma.empty}
    ORDER BY ${TOUR_ORDER} LIMIT ${MAX_DAY_TOURS}`;
  return rows.map(({ id }) => id);
}

/** Returns whether a tour of a day has a driver. */
async function isDriven(context: Context, date: string): Promise<boolean> {
  const [{ driven }] = await context.db.$queryRaw<[{ driven: boolean }]>`
    SELECT EXISTS (
      SELECT FROM tours WHERE account_id = ${accountOf(context)} AND date = ${date}::date AND driver_id IS NOT NULL
    ) AS driven`;
  return driven;
}
