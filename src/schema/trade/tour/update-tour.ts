import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { changeInput } from '../../core/noun/change-input.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { changeTour } from './change-tour.ts';
import { TOUR_FIELDS } from './fields.ts';
import { rememberStops } from './set-stops.ts';
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
    const driverId = changes.driverId === undefined ? tour.driverId : changes.driverId;
    const driverName = await requireDriver(inside, changes.driverId === undefined ? null : driverId);
    const isOfOther = driverId !== tour.driverId;
    // guard: former-driver-stops
    if (isOfOther) await rememberStops(inside, Prisma.sql`stop.tour_id = ${tour.id}`);
    await writeTour(inside, tour, {
      ...changes,
      driverId,
      name: await nameOf(inside, tour, changes, driverName),
    });
    return Object.keys(changes);
  });
}

/** Returns the new name of a tour; undefined if it stays. */
async function nameOf(
  context: Context,
  { id, date, driverId }: LockedTour,
  changes: UpdateTour,
  newDriver: string | undefined,
): Promise<string | undefined> {
  if (changes.name !== null) return changes.name;
  if (newDriver !== undefined) return newDriver;
  const kept = changes.driverId === undefined ? driverId : null;
  if (kept === null) return nextName(context, date, id);
  const where = { accountId_id: { accountId: accountOf(context), id: kept } };
  return (await context.db.person.findUniqueOrThrow({ where, select: { name: true } })).name;
}

async function writeTour(
  context: Context,
  { id, driverId: former }: LockedTour,
  { name, driverId, vehicle, startsAt }: Omit<UpdateTour, 'name'> & { name: string | undefined },
): Promise<void> {
  await context.db.$executeRaw`
    UPDATE tours SET
      name = coalesce(${name ?? null}, name),
      driver_id = ${driverId ?? null}::bigint,
      driven_since = CASE WHEN ${former}::bigint IS NULL AND ${driverId ?? null}::bigint IS NOT NULL
                     THEN now() ELSE driven_since END,
      vehicle = CASE WHEN ${vehicle !== undefined} THEN ${vehicle ?? null} ELSE vehicle END,
      starts_at = CASE WHEN ${startsAt !== undefined} THEN ${startsAt ?? null} ELSE starts_at END
    WHERE account_id = ${accountOf(context)} AND id = ${id}`;
}
