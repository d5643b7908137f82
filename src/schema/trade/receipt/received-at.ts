import { violation } from '../../../problems.ts';
import type { Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import type { LockedDelivery } from './lock-delivery.ts';

/** How far the clock of a phone can be wrong. */
const SKEW_MS = 60 * 60_000;

/**
 * Returns when goods were received (default: now). The clock of a phone can be fast, so a time less than an
 * hour ahead counts as now.
 *
 * @throws AppError `validation_error` on at, for a moment in the future or more than an hour before the
 * dispatch
 */
export function receivedAt(at: string | null | undefined, { now, inTransitAt }: LockedDelivery): Date {
  if (at == null) return now;
  const said = new Date(at);
  requireNotFuture(said, now);
  if (inTransitAt && said.getTime() < inTransitAt.getTime() - SKEW_MS) {
    const problem = `must not be before the delivery was dispatched, at ${inTransitAt.toISOString()}`;
    throw new AppError(
      faultAt('at', violation('before_dispatch', problem, { min: inTransitAt.toISOString() })),
    );
  }
  return said < now ? said : now;
}

/**
 * Requires that a time by the clock of a phone is at most an hour ahead.
 *
 * @throws AppError `validation_error` on at
 */
export function requireNotFuture(at: Date, now: Date): void {
  if (at.getTime() >= now.getTime() + SKEW_MS)
    throw new AppError(faultAt('at', violation('in_future', 'must not be in the future')));
}

/**
 * Returns the date of the returns of a receipt: the day in the account's time zone, never before the
 * dispatch.
 */
export function returnDateOf(context: Context, received: Date, { inTransitAt }: LockedDelivery): string {
  return todayOf(context, inTransitAt && inTransitAt > received ? inTransitAt : received);
}
