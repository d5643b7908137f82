import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import type { Pattern } from './fill-tours.ts';
import { TOUR_ORDER } from './tour-days.ts';

/** Reads templates as patterns, in the order of `tourTemplates`, and locks them against deletion. */
export function templatePatterns(context: Context, condition: Prisma.Sql): Promise<Pattern[]> {
  const accountId = accountOf(context);
  return context.db.$queryRaw<Pattern[]>`
    SELECT id AS "templateId", name, driver_id AS "driverId", vehicle, starts_at AS "startsAt", ARRAY(
      SELECT branch_id FROM tour_template_branches stop
      WHERE stop.account_id = ${accountId} AND stop.template_id = template.id ORDER BY place
    ) AS "branchIds"
    FROM tour_templates template WHERE account_id = ${accountId} AND ${condition}
    ORDER BY name, id /* guard: planned-template-lock */ FOR KEY SHARE`;
}

/** Reads tours as patterns, in their order, with each branch where it comes first. */
export function tourPatterns(context: Context, condition: Prisma.Sql): Promise<Pattern[]> {
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
