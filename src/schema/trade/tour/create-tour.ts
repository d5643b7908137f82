import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { NEW_TOUR } from './fields.ts';
import { setStops } from './set-stops.ts';
import { requireDriver } from './require-driver.ts';
import { type LockedTour, lockTourDay, nextName, requireRoomForTours } from './tour-days.ts';

const CreateTour = z.strictObject(rulesToCreate(NEW_TOUR));

/**
 * Creates a tour of a day, with deliveries as its stops, and returns its id.
 *
 * @param takeOver whether deliveries may come from other tours of the day
 * @throws AppError `not_found` or `validation_error`
 */
export async function createTour(context: Context, input: unknown, takeOver: boolean): Promise<bigint> {
  const { date, name, driverId, vehicle, startsAt, deliveryIds } = valid(CreateTour, input);
  const work = async (inside: Context) => {
    await lockTourDay(inside, date);
    const driverName = await requireDriver(inside, driverId);
    const fields = { driverId: driverId ?? null, vehicle: vehicle ?? null, startsAt: startsAt ?? null };
    const tour = {
      ...fields,
      name: name ?? driverName ?? (await nextName(inside, date, null)),
      templateId: null,
    };
    const [inserted] = await insertTours(inside, date, [tour]);
    if (deliveryIds) await setStops(inside, inserted!, deliveryIds, takeOver);
    return inserted!;
  };
  const created = await inAuditedTransaction(context, work, (tour) => ({
    action: 'tour.created',
    details: detailsOf(tour),
  }));
  return created.id;
}

/** A tour to create. */
export interface NewTour extends Pick<LockedTour, 'name' | 'driverId'> {
  vehicle: string | null;
  startsAt: string | null;
  templateId: bigint | null;
}

/**
 * Creates tours without stops, on a locked day, and returns them in their order.
 *
 * @throws AppError `validation_error` on date if the day would have too many
 */
export async function insertTours(
  context: Context,
  date: string,
  tours: readonly NewTour[],
): Promise<LockedTour[]> {
  if (tours.length === 0) return [];
  await requireRoomForTours(context, date, tours.length);
  const ids = await context.db.$queryRaw<{ id: bigint }[]>`
    INSERT INTO tours (account_id, date, name, driver_id, driven_since, vehicle, starts_at, template_id)
    SELECT ${accountOf(context)}, ${date}::date, name, driver_id,
           CASE WHEN driver_id IS NOT NULL THEN now() END, vehicle, starts_at, template_id
    FROM unnest(${tours.map(({ name }) => name)}::text[], ${tours.map(({ driverId }) => driverId)}::bigint[],
                ${tours.map(({ vehicle }) => vehicle)}::text[], ${tours.map(({ startsAt }) => startsAt)}::text[],
                ${tours.map(({ templateId }) => templateId)}::bigint[])
         WITH ORDINALITY AS given (name, driver_id, vehicle, starts_at, template_id, place)
    ORDER BY place RETURNING id`;
  return tours.map(({ name, driverId }, at) => ({ id: ids[at]!.id, date, name, driverId }));
}

/** Returns the details of a tour in the audit log. */
export function detailsOf({ id, date, name }: LockedTour) {
  return { tour: String(id), date, name };
}
