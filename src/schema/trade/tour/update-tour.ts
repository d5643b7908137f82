import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, byId, type Context } from '../../core/context.ts';
import { changeInput } from '../../core/noun/change-input.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { changeTour } from './change-tour.ts';
import { TOUR_FIELDS } from './fields.ts';
import { lockStops, rememberStops } from './set-stops.ts';
import { requireDriver } from './require-driver.ts';
import { type LockedTour, nextName } from './tour-days.ts';

const UpdateTour = changeInput(z.strictObject(rulesToChange(TOUR_FIELDS)), TOUR_FIELDS);
type UpdateTour = z.output<typeof UpdateTour>;

/**
 * Changes the fields of a tour. A name of null becomes that of the driver, or `Tour n`.
 *
 * @throws AppError `not_found`, `validation_error` or `precondition_failed`
 */
export async function updateTour(
  context: Context,
  id: string,
  input: unknown,
  ifMatch?: string | null,
): Promise<bigint> {
  const changes = valid(UpdateTour, input);
  return changeTour(context, id, ifMatch, async (inside, tour) => {
    const driverName = await requireDriver(inside, changes.driverId);
    if (changes.driverId !== undefined) {
      await lockStops(inside, tour.id);
      const isOfOther = Prisma.sql`tour.driver_id IS DISTINCT FROM ${changes.driverId}::bigint`;
      // guard: former-driver-stops
      await rememberStops(inside, Prisma.sql`stop.tour_id = ${tour.id} AND ${isOfOther}`);
    }
    await writeTour(inside, tour.id, { ...changes, name: await nameOf(inside, tour, changes, driverName) });
    return Object.keys(changes);
  });
}

/** Returns the new name of a tour; undefined if it stays. */
async function nameOf(
  context: Context,
  { id, date }: LockedTour,
  changes: UpdateTour,
  newDriver: string | undefined,
): Promise<string | undefined> {
  if (changes.name !== null) return changes.name;
  const driverName = changes.driverId === undefined ? await driverNameOf(context, id) : newDriver;
  return driverName ?? nextName(context, date, id);
}

async function driverNameOf(context: Context, id: bigint): Promise<string | undefined> {
  const tour = await context.db.tour.findUnique({
    ...byId(context, id),
    select: { driver: { select: { name: true } } },
  });
  return tour?.driver?.name;
}

/** Writes the changed fields only: the driver can be removed at the same moment. */
async function writeTour(
  context: Context,
  id: bigint,
  { name, driverId, vehicle, startsAt }: Omit<UpdateTour, 'name'> & { name: string | undefined },
): Promise<void> {
  await context.db.$executeRaw`
    UPDATE tours SET
      name = coalesce(${name ?? null}, name),
      driver_id = CASE WHEN ${driverId !== undefined} THEN ${driverId ?? null}::bigint ELSE driver_id END,
      driven_since = CASE WHEN driver_id IS NULL AND ${driverId ?? null}::bigint IS NOT NULL
                     THEN now() ELSE driven_since END,
      vehicle = CASE WHEN ${vehicle !== undefined} THEN ${vehicle ?? null} ELSE vehicle END,
      starts_at = CASE WHEN ${startsAt !== undefined} THEN ${startsAt ?? null} ELSE starts_at END
    WHERE account_id = ${accountOf(context)} AND id = ${id}`;
}
