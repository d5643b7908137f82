import type { Context } from '../context.ts';
import { AppError, faultAt } from '../errors.ts';
import { NOT_IN_FUTURE } from '../rules.ts';
import { todayOf } from '../time-zone.ts';

/** Requires that a delivery date is after today, where the account is. @throws AppError `validation_error` */
export function requireFuture(context: Context, deliveryDate: string): void {
  if (deliveryDate <= todayOf(context)) throw new AppError(faultAt('deliveryDate', NOT_IN_FUTURE));
}
