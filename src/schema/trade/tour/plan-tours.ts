import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { dayOf, weekdayOf } from '../standing-order/days.ts';
import { detailsOf } from './create-tour.ts';
import { type DayTour, fillTours } from './fill-tours.ts';
import { templatePatterns, tourPatterns } from './patterns.ts';
import { lockTourDay, TOUR_ORDER } from './tour-days.ts';

const PlanTours = z.strictObject({ date: calendarDate, like: calendarDate.nullish() });

/**
 * Makes the tours of a day after the templates of its weekday, or after the tours of another day, with the
 * deliveries that are in no tour. Where the day has such a tour, new stops join its end.
 *
 * @returns the ids of the tours that were made or added to, in that order
 * @throws AppError `validation_error`
 */
export async function planTours(
  context: Context,
  input: { date: string; like?: string | null | undefined },
): Promise<bigint[]> {
  const { date, like } = valid(PlanTours, input);
  return inOneTransaction(context, async (inside) => {
    await lockTourDay(inside, date);
    const patterns =
      like == null
        ? await templatePatterns(inside, Prisma.sql`${weekdayOf(dayOf(date))} = ANY(template.weekdays)`)
        : await tourPatterns(inside, Prisma.sql`tour.date = ${like}::date`);
    const tours = await toursOn(inside, date);
    const filled = await fillTours(inside, date, patterns, {
      existing: ({ templateId, name }) =>
        tours.find((tour) => (like == null ? tour.templateId === templateId : tour.name === name)),
    });
    for (const { tour, isNew } of filled) {
      const details = detailsOf(tour);
      if (isNew) await leaveEntry(inside, { action: 'tour.created', details });
      else await leaveEntry(inside, { action: 'tour.updated', details: { ...details, fields: ['stops'] } });
    }
    return filled.map(({ tour }) => tour.id);
  });
}

/** Reads the tours of a day in their order, with how many stops each has. */
function toursOn(context: Context, date: string): Promise<DayTour[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw<DayTour[]>`
    SELECT id, date::text, name, driver_id AS "driverId", template_id AS "templateId", (
      SELECT count(*)::int FROM tour_stops stop WHERE stop.account_id = ${accountId} AND stop.tour_id = tour.id
    ) AS stops
    FROM tours tour WHERE account_id = ${accountId} AND date = ${date}::date
    ORDER BY ${TOUR_ORDER}`;
}
