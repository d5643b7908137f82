import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { NEW_TOUR } from './fields.ts';
import { setStops } from './set-stops.ts';
import { requireDriver } from './require-driver.ts';
import { type LockedTour, lockTourDay, nextName, requireRoomForTour } from './tour-days.ts';

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
    await requireRoomForTour(inside, date);
    const driverName = await requireDriver(inside, driverId);
    const tour = await insertTour(inside, {
      date,
      name: name ?? driverName ?? (await nextName(inside, date, null)),
      driverId: driverId ?? null,
      vehicle: vehicle ?? null,
      startsAt: startsAt ?? null,
      templateId: null,
    });
    if (deliveryIds) await setStops(inside, tour, deliveryIds, takeOver);
    return tour;
  };
  const created = await inAuditedTransaction(context, work, (tour) => ({
    action: 'tour.created',
    details: detailsOf(tour),
  }));
  return created.id;
}

/** A tour to create. */
export interface NewTour extends Omit<LockedTour, 'id'> {
  vehicle: string | null;
  startsAt: string | null;
  templateId: bigint | null;
}

/** Creates a tour without stops, on a locked day. */
export async function insertTour(context: Context, tour: NewTour): Promise<LockedTour> {
  const { date, name, driverId, vehicle, startsAt, templateId } = tour;
  const [{ id }] = await context.db.$queryRaw<[{ id: bigint }]>`
    INSERT INTO tours (account_id, date, name, driver_id, driven_since, vehicle, starts_at, template_id)
    VALUES (${accountOf(context)}, ${date}::date, ${name}, ${driverId}::bigint,
            CASE WHEN ${driverId}::bigint IS NOT NULL THEN now() END, ${vehicle}, ${startsAt}, ${templateId}::bigint)
    RETURNING id`;
  return { id, date, name, driverId };
}

/** Returns the details of a tour in the audit log. */
export function detailsOf({ id, date, name }: LockedTour) {
  return { tour: String(id), date, name };
}
