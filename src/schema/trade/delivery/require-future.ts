import { callerOf, type Context } from '../../core/context.ts';
import { AppError, type Fault, faultAt } from '../../core/errors.ts';
import { type Violation, violation } from '../../../problems.ts';
import { NOT_IN_FUTURE } from '../../core/noun/rules.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import { DAY_MS } from '../../../durations.ts';

/**
 * Requires that a delivery date is after today, in the account's time zone.
 *
 * @throws AppError `validation_error`
 */
export function requireFuture(context: Context, deliveryDate: string): void {
  if (deliveryDate <= todayOf(context)) throw new AppError(faultAt('deliveryDate', problemFor(context)));
}

/**
 * Validates an input. Errors about dates that are not in the future name the first possible day in the
 * account's time zone, which rules do not know.
 *
 * @throws AppError as `validate` does
 */
export function validWhere<T>(context: Context, validate: () => T): T {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof AppError) || !error.faults.some(isTooEarly)) throw error;
    const [first, ...others] = error.faults.map((fault) =>
      isTooEarly(fault) ? faultAt(fault.field!, problemFor(context)) : fault,
    );
    throw new AppError(first!, ...others);
  }
}

function isTooEarly({ problem }: Fault): boolean {
  return problem === 'date_not_in_future';
}

function problemFor(context: Context): Violation {
  const { timeZone = 'UTC' } = callerOf(context);
  const tomorrow = new Date(Date.parse(todayOf(context)) + DAY_MS).toISOString().slice(0, 10);
  const wording = `${NOT_IN_FUTURE}: ${tomorrow} or later (time zone ${timeZone})`;
  return violation('date_not_in_future', wording, { min: tomorrow });
}
