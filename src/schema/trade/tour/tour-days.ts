import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt, notFound } from '../../core/errors.ts';
import { MAX_DAY_TOURS } from '../limits.ts';

/** The order of the tours of a day. */
export const TOUR_ORDER = Prisma.raw('starts_at NULLS LAST, name, id');

/** A tour that the transaction may change. */
export interface LockedTour {
  id: bigint;
  /** YYYY-MM-DD. */
  date: string;
  name: string;
  driverId: bigint | null;
}

/** Makes writes to the tours of a day wait for each other until the transaction ends. */
export async function lockTourDay(context: Context, date: string): Promise<void> {
  const day = `tours of ${accountOf(context)} ${date}`;
  // guard: tour-day-lock
  await context.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${day}, 0))`;
}

/** Locks the day of a tour, and returns the tour. @throws AppError `not_found` */
export async function lockTour(context: Context, id: bigint): Promise<LockedTour> {
  const [found] = await readTour(context, id);
  if (!found) throw notFound('tour');
  await lockTourDay(context, found.date);
  // It may have been deleted or changed before the day was locked.
  const [tour] = await readTour(context, id);
  if (!tour) throw notFound('tour');
  return tour;
}

function readTour(context: Context, id: bigint): Promise<LockedTour[]> {
  return context.db.$queryRaw<LockedTour[]>`
    SELECT id, date::text, name, driver_id AS "driverId" FROM tours
    WHERE account_id = ${accountOf(context)} AND id = ${id}`;
}

/**
 * Requires that a locked day has room for so many more tours.
 *
 * @throws AppError `validation_error` on date
 */
export async function requireRoomForTours(context: Context, date: string, more: number): Promise<void> {
  const [{ count }] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM tours WHERE account_id = ${accountOf(context)} AND date = ${date}::date`;
  // guard: tours-of-day
  if (count + more > MAX_DAY_TOURS) {
    const wording = `would have ${count + more} tours; a day has at most ${MAX_DAY_TOURS}`;
    throw new AppError(faultAt('date', violation('too_many', wording, { max: MAX_DAY_TOURS })));
  }
}

/** Returns `Tour n` with the first n that no other tour of a locked day has. */
export async function nextName(context: Context, date: string, except: bigint | null): Promise<string> {
  const rows = await context.db.$queryRaw<{ name: string }[]>`
    SELECT name FROM tours
    WHERE account_id = ${accountOf(context)} AND date = ${date}::date AND id IS DISTINCT FROM ${except}::bigint`;
  const taken = new Set(rows.map(({ name }) => name));
  let number = 1;
  while (taken.has(`Tour ${number}`)) number++;
  return `Tour ${number}`;
}
