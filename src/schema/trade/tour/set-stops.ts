import { type Violation, violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { MAX_DAY_STOPS } from '../limits.ts';
import { requireEach } from './require-each.ts';
import type { LockedTour } from './tour-days.ts';

/** A delivery that is to be a stop. */
interface Candidate {
  id: bigint;
  status: string;
  isOfDay: boolean;
  /** The tour that it is in; null if it is in none. */
  tourId: bigint | null;
  tourName: string | null;
}

/**
 * Makes deliveries the stops of a tour, whose day is locked, in this order. Stops that are not among them
 * leave.
 *
 * @param takeOver whether deliveries may come from other tours of the day
 * @throws AppError `not_found` or `validation_error` on deliveryIds
 */
export async function setStops(
  context: Context,
  tour: LockedTour,
  deliveryIds: readonly bigint[],
  takeOver: boolean,
): Promise<void> {
  const accountId = accountOf(context);
  const { db } = context;
  await lockStops(context, tour.id, deliveryIds);
  const found = await db.$queryRaw<Candidate[]>`
    SELECT delivery.id, delivery.status, delivery.delivery_date = ${tour.date}::date AS "isOfDay",
           other.id AS "tourId", other.name AS "tourName"
    FROM deliveries delivery
    LEFT JOIN tour_stops stop ON stop.account_id = ${accountId} AND stop.delivery_id = delivery.id
    LEFT JOIN tours other ON other.account_id = ${accountId} AND other.id = stop.tour_id
    WHERE delivery.account_id = ${accountId} AND delivery.id = ANY(${deliveryIds}::bigint[])`;
  requireEach(deliveryIds, new Map(found.map((each) => [each.id, each])), {
    list: 'deliveryIds',
    noun: 'delivery',
    violationOf: (delivery) => stopViolation(delivery, tour, takeOver),
  });
  const taken = found.filter(({ tourId }) => tourId !== null && tourId !== tour.id);
  const leaving = Prisma.sql`
    stop.tour_id = ${tour.id} AND stop.delivery_id <> ALL(${deliveryIds}::bigint[])
    OR stop.delivery_id = ANY(${taken.map(({ id }) => id)}::bigint[])`;
  await removeStops(context, leaving);
  await db.$executeRaw`
    INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
    SELECT ${accountId}, delivery_id, ${tour.id}, place
    FROM unnest(${deliveryIds}::bigint[]) WITH ORDINALITY AS given (delivery_id, place)
    ON CONFLICT (account_id, delivery_id) DO UPDATE SET place = excluded.place
    WHERE tour_stops.place <> excluded.place`;
  // guard: stops-of-day
  if ((await countStops(context, tour.date)) > MAX_DAY_STOPS) {
    const wording = `would make more than ${MAX_DAY_STOPS} stops of that day`;
    throw new AppError(faultAt('deliveryIds', violation('too_many', wording, { max: MAX_DAY_STOPS })));
  }
  const others = new Map(taken.map(({ tourId, tourName }) => [tourId!, tourName!]));
  for (const [id, name] of others) {
    const details = { tour: String(id), name, takenBy: String(tour.id) };
    await leaveEntry(context, { action: 'tour.updated', details });
  }
}

/**
 * Locks the deliveries of a tour and those that join it: who cancels or revises one holds it before its stop.
 */
export async function lockStops(
  context: Context,
  tourId: bigint,
  joining: readonly bigint[] = [],
): Promise<void> {
  const accountId = accountOf(context);
  await context.db.$queryRaw`
    SELECT FROM deliveries
    WHERE account_id = ${accountId} AND id = ANY(${joining}::bigint[] || ARRAY(
      SELECT delivery_id FROM tour_stops WHERE account_id = ${accountId} AND tour_id = ${tourId}))
    ORDER BY id /* guard: stops-delivery-lock */ FOR SHARE`;
}

/** Returns why a delivery cannot be a stop of a tour; undefined if it can. */
function stopViolation(
  { status, isOfDay, tourId, tourName }: Candidate,
  tour: LockedTour,
  takeOver: boolean,
): Violation | undefined {
  if (status === 'cancelled') return violation('delivery_cancelled', 'is a delivery that is cancelled');
  if (!isOfDay) return violation('other_date', 'is a delivery that is due on another day');
  if (tourId === null || tourId === tour.id || takeOver) return undefined;
  const values = { tour: String(tourId), name: tourName! };
  return violation('in_other_tour', `is a stop of ${tourName!} already`, values);
}

/** Removes stops of locked deliveries from their tours, which their drivers need not know yet. */
export async function removeStops(context: Context, condition: Prisma.Sql): Promise<void> {
  const accountId = accountOf(context);
  await rememberStops(context, condition);
  await context.db.$executeRaw`
    DELETE FROM tour_stops stop WHERE stop.account_id = ${accountId} AND (${condition})`;
}

/** Remembers that stops leave the tours of their drivers. */
export async function rememberStops(context: Context, condition: Prisma.Sql): Promise<void> {
  const accountId = accountOf(context);
  await context.db.$executeRaw`
    INSERT INTO former_stops (account_id, delivery_id, person_id)
    SELECT ${accountId}, stop.delivery_id, tour.driver_id
    FROM tour_stops stop JOIN tours tour ON tour.account_id = stop.account_id AND tour.id = stop.tour_id
    WHERE stop.account_id = ${accountId} AND tour.driver_id IS NOT NULL AND (${condition})
    ON CONFLICT (account_id, delivery_id, person_id) DO UPDATE SET left_at = excluded.left_at`;
}

/** Returns how many stops the tours of a day have together. */
export async function countStops(context: Context, date: string): Promise<number> {
  const accountId = accountOf(context);
  const [{ count }] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM tours tour
    JOIN tour_stops stop ON stop.account_id = ${accountId} AND stop.tour_id = tour.id
    WHERE tour.account_id = ${accountId} AND tour.date = ${date}::date`;
  return count;
}
