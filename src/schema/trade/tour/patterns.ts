import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { WEEKDAY } from '../../core/noun/weekdays.ts';
import type { DayTour, Pattern } from './fill-tours.ts';
import { TOUR_ORDER } from './tour-days.ts';

/** Reads the template with this id as a pattern; none if the account lacks it. */
export function templatePattern(context: Context, id: bigint): Promise<Pattern[]> {
  return readTemplates(context, Prisma.sql`template.id = ${id}`);
}

/** Reads the templates for the weekday of a date as patterns, in the order of `tourTemplates`. */
export function patternsOfWeekday(context: Context, date: string): Promise<Pattern[]> {
  const day = WEEKDAY.values[(new Date(date).getUTCDay() + 6) % WEEKDAY.values.length]!;
  return readTemplates(context, Prisma.sql`${day} = ANY(template.weekdays)`);
}

function readTemplates(context: Context, condition: Prisma.Sql): Promise<Pattern[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw<Pattern[]>`
    SELECT id AS "templateId", name, driver_id AS "driverId", vehicle, starts_at AS "startsAt", ARRAY(
      SELECT branch_id FROM tour_template_branches stop
      WHERE stop.account_id = ${accountId} AND stop.template_id = template.id ORDER BY place
    ) AS "branchIds"
    FROM tour_templates template WHERE account_id = ${accountId} AND ${condition}
    ORDER BY name, id /* guard: planned-template-lock */ FOR KEY SHARE`;
}

/** Reads a tour as a pattern; none if the account lacks it. */
export function tourPattern(context: Context, id: bigint): Promise<Pattern[]> {
  return readTours(context, Prisma.sql`tour.id = ${id}`);
}

/** Reads the tours of a day as patterns, in their order. */
export function patternsOfDay(context: Context, date: string): Promise<Pattern[]> {
  return readTours(context, Prisma.sql`tour.date = ${date}::date`);
}

/** The branches of the stops, each where it comes first. */
function readTours(context: Context, condition: Prisma.Sql): Promise<Pattern[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw<Pattern[]>`
    SELECT name, driver_id AS "driverId", vehicle, starts_at AS "startsAt", template_id AS "templateId", ARRAY(
      SELECT branch_id FROM tour_stops stop
      JOIN deliveries delivery ON delivery.account_id = ${accountId} AND delivery.id = stop.delivery_id
      WHERE stop.account_id = ${accountId} AND stop.tour_id = tour.id
      GROUP BY branch_id ORDER BY min(place), branch_id
    ) AS "branchIds"
    FROM tours tour WHERE account_id = ${accountId} AND ${condition}
    ORDER BY ${TOUR_ORDER}`;
}

/** Reads the tours of a day in their order, with how many stops each has. */
export function toursOn(context: Context, date: string): Promise<DayTour[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw<DayTour[]>`
    SELECT id, date::text, name, driver_id AS "driverId", template_id AS "templateId", (
      SELECT count(*)::int FROM tour_stops stop WHERE stop.account_id = ${accountId} AND stop.tour_id = tour.id
    ) AS stops
    FROM tours tour WHERE account_id = ${accountId} AND date = ${date}::date
    ORDER BY ${TOUR_ORDER}`;
}
