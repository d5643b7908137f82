import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { MAX_OBJECTS } from '../../core/limits.ts';
import { calendarDate, figure } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_CONTAINER_ROWS, MAX_LOTS, MAX_PRODUCTS, MAX_STOPS } from '../limits.ts';

/** The maximum number of lines, or lines and lots, of a day's stops: all other objects of a response. */
export const MAX_STOP_ITEMS = MAX_OBJECTS - MAX_STOPS;

const StopsInput = z.object({ date: calendarDate });

/** Returns a valid day. @throws AppError `validation_error` */
export function dayOfStops(date: string): string {
  return valid(StopsInput, { date }).date;
}

/**
 * Returns the condition and order of the stops of a day.
 *
 * @throws AppError `validation_error`
 */
export function stopsOn(context: Context, date: string) {
  return {
    where: {
      accountId: accountOf(context),
      deliveryDate: new Date(dayOfStops(date)),
      status: { not: 'cancelled' },
    },
    // The order of the index, so that a day with more deliveries costs no more.
    orderBy: { id: 'asc' },
    take: MAX_STOPS,
  } satisfies Prisma.DeliveryFindManyArgs;
}

/** The parts of a day's stops that are read with them. */
type StopParts = Record<'lines' | 'lots' | 'containers', boolean>;

/**
 * Requires that one response can hold the selected parts of a day's stops. Counts no further than that.
 *
 * @param own the stops that a driver sees (default: all of the day)
 * @throws AppError `validation_error` on date
 */
export async function requireReadable(
  context: Context,
  date: string,
  parts: StopParts,
  own?: readonly bigint[],
): Promise<void> {
  if (!parts.lines && !parts.containers) return;
  const accountId = accountOf(context);
  const [{ items }] = await context.db.$queryRaw<[{ items: number }]>`
    WITH stop AS MATERIALIZED (
      SELECT id FROM deliveries
      WHERE account_id = ${accountId} AND delivery_date = ${date}::date AND status <> 'cancelled'
        ${own ? Prisma.sql`AND id = ANY(${own}::bigint[])` : Prisma.empty}
      ORDER BY id LIMIT ${MAX_STOPS}
    ), line AS (
      SELECT FROM stop CROSS JOIN LATERAL (
        SELECT FROM delivery_items item
        WHERE item.account_id = ${accountId} AND item.delivery_id = stop.id LIMIT ${MAX_PRODUCTS}
      ) AS each WHERE ${parts.lines} LIMIT ${MAX_STOP_ITEMS + 1}
    ), lot AS (
      SELECT FROM stop CROSS JOIN LATERAL (
        SELECT FROM delivery_item_lots lot
        WHERE lot.account_id = ${accountId} AND lot.delivery_id = stop.id AND superseded_at IS NULL
        LIMIT ${MAX_PRODUCTS * MAX_LOTS}
      ) AS each WHERE ${parts.lots} LIMIT ${MAX_STOP_ITEMS + 1}
    ), container AS (
      SELECT FROM stop CROSS JOIN LATERAL (
        SELECT FROM delivery_containers row
        WHERE row.account_id = ${accountId} AND row.delivery_id = stop.id LIMIT ${MAX_CONTAINER_ROWS}
      ) AS each WHERE ${parts.containers} LIMIT ${MAX_STOP_ITEMS + 1}
    )
    SELECT (SELECT count(*) FROM line)::int + (SELECT count(*) FROM lot)::int
           + (SELECT count(*) FROM container)::int AS items`;
  if (items <= MAX_STOP_ITEMS) return;
  const names = Object.entries(parts).flatMap(([name, isRead]) => (isRead ? [name] : []));
  const what = new Intl.ListFormat('en-GB').format(names);
  const wording = `has stops with more than ${figure(MAX_STOP_ITEMS)} ${what} together: read those of each by stop(id)`;
  throw new AppError(faultAt('date', violation('too_many_stops', wording, { max: MAX_STOP_ITEMS })));
}
