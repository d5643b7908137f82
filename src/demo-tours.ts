import type { Context } from './schema/core/context.ts';
import { WEEKDAY } from './schema/core/noun/weekdays.ts';
import { createTourFromTemplate } from './schema/trade/tour/copy-tour.ts';
import { createTour } from './schema/trade/tour/create-tour.ts';
import { createTourTemplate } from './schema/trade/tour/templates.ts';

/**
 * Makes two tours of today's deliveries, the branches that open first before the others: one after a
 * template, which the owner drives, and one without a driver.
 */
export async function writeTours(context: Context, accountId: bigint): Promise<void> {
  const { db } = context;
  // The day of the history, which is that of the transaction.
  const [{ date }] = await db.$queryRaw<[{ date: string }]>`SELECT now()::date::text AS date`;
  const owner = await db.person.findFirstOrThrow({ where: { accountId, role: 'owner' } });
  const branches = await db.branch.findMany({
    where: { accountId },
    orderBy: [{ deliveryWindow: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  const early = branches.slice(0, Math.ceil(branches.length / 2));
  const template = await createTourTemplate(context, {
    name: 'Early',
    weekdays: [...WEEKDAY.values],
    branchIds: early.map(({ id }) => String(id)),
    driverId: String(owner.id),
    vehicle: 'Van 1',
    startsAt: '04:30',
  });
  await createTourFromTemplate(context, String(template), date);
  const rest = await db.delivery.findMany({
    where: { accountId, deliveryDate: new Date(date), status: { not: 'cancelled' }, tourStop: null },
    orderBy: [{ branch: { deliveryWindow: 'asc' } }, { id: 'asc' }],
    select: { id: true },
  });
  const deliveryIds = rest.map(({ id }) => String(id));
  await createTour(context, { date, name: 'Late', vehicle: 'Van 2', startsAt: '06:00', deliveryIds }, false);
}
