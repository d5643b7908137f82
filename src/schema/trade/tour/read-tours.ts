import { accountOf, type Context } from '../../core/context.ts';
import { readTogether } from '../../core/list/read-together.ts';

/** How far a tour is. */
export interface TourProgress {
  stops: number;
  /** The stops that are completed. */
  completed: number;
}

/**
 * Reads the versions of tours: a hash of the fields and of the stops in their order. Undefined for tours that
 * do not exist.
 */
export async function versionsOfTours(
  context: Context,
  ids: readonly bigint[],
): Promise<(string | undefined)[]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ id: bigint; version: string }[]>`
    SELECT id, md5(ROW(name, driver_id, vehicle, starts_at, template_id, ARRAY(
      SELECT delivery_id FROM tour_stops
      WHERE account_id = ${accountId} AND tour_id = tour.id ORDER BY place, delivery_id
    ))::text) AS version
    FROM tours tour WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`;
  const byId = new Map(rows.map(({ id, version }) => [id, version]));
  return ids.map((id) => byId.get(id));
}

/** Returns the version of a tour. */
export const versionOfTour = readTogether<bigint, string>(async (context, ids) =>
  // A tour can be deleted while the response is being read.
  (await versionsOfTours(context, ids)).map((version) => version ?? ''),
);

/** Returns the progress of a tour. */
export const tourProgressOf = readTogether<bigint, TourProgress>(async (context, ids) => {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(TourProgress & { id: bigint })[]>`
    SELECT stop.tour_id AS id, count(*)::int AS stops,
           count(*) FILTER (WHERE delivery.status = 'completed')::int AS completed
    FROM tour_stops stop
    JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = stop.delivery_id
    WHERE stop.account_id = ${accountId} AND stop.tour_id = ANY(${ids}::bigint[])
    GROUP BY stop.tour_id`;
  const byId = new Map(rows.map(({ id, stops, completed }) => [id, { stops, completed }]));
  return ids.map((id) => byId.get(id) ?? { stops: 0, completed: 0 });
});

/** Returns the position of a delivery in its tour, from 1. */
export const stopPositionOf = readTogether<bigint, number>(async (context, deliveryIds) => {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<{ id: bigint; position: number }[]>`
    SELECT stop.id, stop.position FROM (
      SELECT DISTINCT tour_id FROM tour_stops
      WHERE account_id = ${accountId} AND delivery_id = ANY(${deliveryIds}::bigint[])
    ) AS tour CROSS JOIN LATERAL (
      SELECT delivery_id AS id, (row_number() OVER (ORDER BY place, delivery_id))::int AS position
      FROM tour_stops WHERE account_id = ${accountId} AND tour_id = tour.tour_id
    ) AS stop`;
  const byId = new Map(rows.map(({ id, position }) => [id, position]));
  // A stop can leave its tour while the response is being read.
  return deliveryIds.map((id) => byId.get(id) ?? 1);
});

/** Returns the ids of the tours that deliveries are in; undefined for those in none. */
export async function toursOf(
  context: Context,
  deliveryIds: readonly bigint[],
): Promise<(bigint | undefined)[]> {
  const rows = await context.db.tourStop.findMany({
    where: { accountId: accountOf(context), deliveryId: { in: [...deliveryIds] } },
    select: { deliveryId: true, tourId: true },
  });
  const byDelivery = new Map(rows.map(({ deliveryId, tourId }) => [deliveryId, tourId]));
  return deliveryIds.map((id) => byDelivery.get(id));
}
