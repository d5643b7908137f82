import { DAY_MS } from '../../../durations.ts';
import { type Violation, violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { closedReasons, NO_REASON } from '../../catalogue/closed-day/closed-dates.ts';
import { isPastCutOff, possibleDays } from '../../catalogue/closed-day/possible-days.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { AppError, type Fault, faultAt } from '../../core/errors.ts';
import { NOT_IN_FUTURE } from '../../core/noun/rules.ts';
import { todayOf } from '../../people/account/time-zone.ts';

/** The branch and day of a delivery. */
export interface DayOfDelivery {
  supermarketId: bigint;
  branchId: bigint;
  /** YYYY-MM-DD. */
  deliveryDate: string;
}

/** The exceptions from the account's rules about the day of a delivery. */
export interface DayRules {
  /** Whether all rules are overridden. */
  override?: boolean | undefined;
  /** Whether the day is certainly open, or branch and day do not change. */
  isOpen?: boolean | undefined;
}

/**
 * Requires that the caller may override the account's rules: owners and members who are signed in.
 *
 * @throws AppError `validation_error` on override
 */
export function requireMayOverride(context: Context, override: boolean | null | undefined): void {
  if (!override) return;
  const { sessionId, role } = callerOf(context);
  if (sessionId !== undefined && (role === 'owner' || role === 'member')) return;
  const wording = 'is only for owners and members who are signed in';
  // guard: override-permission
  throw new AppError(faultAt('override', violation('override_not_allowed', wording)));
}

/** Returns SQL for whether a delivery of the supermarket on a day, created now, is after the cut-off. */
export function isAfterCutOff(context: Context, supermarketId: Prisma.Sql, day: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((
    SELECT ${isPastCutOff(context, day)} FROM supermarkets supermarket
    WHERE supermarket.account_id = ${accountOf(context)} AND supermarket.id = ${supermarketId}), false)`;
}

/**
 * Returns SQL for whether the account accepts the day of a delivery. The database does not know public
 * holidays, so an account that refuses closed days accepts none before the day was checked.
 *
 * @param isLate SQL for whether it is after the cut-off
 */
export function acceptsDay(context: Context, isLate: Prisma.Sql, { override, isOpen }: DayRules): Prisma.Sql {
  if (override) return Prisma.sql`TRUE`;
  return Prisma.sql`EXISTS (
    SELECT FROM accounts account WHERE account.id = ${accountOf(context)}
      /* guard: open-day */ AND (${isOpen ?? false}::boolean OR NOT account.refuses_closed_days)
      /* guard: late-order */ AND NOT (account.refuses_late_orders AND ${isLate}) /* end */)`;
}

/**
 * Requires that the account accepts the day of a delivery. The error names the first possible day.
 *
 * @throws AppError `validation_error` on deliveryDate
 */
export async function requireDay(
  context: Context,
  day: DayOfDelivery,
  { override, isOpen }: DayRules,
): Promise<void> {
  if (override) return;
  const [refused] = await findRefusedDays(context, [day], isOpen);
  if (!refused) return;
  const error = new AppError(refused.fault);
  error.extensions.firstPossibleDate = refused.firstPossibleDate;
  throw error;
}

interface RefusedDay {
  fault: Fault;
  firstPossibleDate: string | null;
}

interface DayToCheck {
  place: bigint;
  refusesClosedDays: boolean;
  isLate: boolean;
}

/**
 * Returns for each of many deliveries why the account refuses its day; null where it accepts it. Takes two
 * statements for any number of deliveries, and two more for each refused one.
 *
 * @param areOpen whether the days are certainly open
 */
export async function findRefusedDays(
  context: Context,
  days: readonly DayOfDelivery[],
  areOpen = false,
): Promise<(RefusedDay | null)[]> {
  if (days.length === 0) return [];
  const accountId = accountOf(context);
  const asked = await context.db.$queryRaw<DayToCheck[]>`
    SELECT asked.place, account.refuses_closed_days AND NOT ${areOpen}::boolean AS "refusesClosedDays",
           account.refuses_late_orders AND ${isPastCutOff(context, Prisma.sql`asked.day`)} AS "isLate"
    FROM unnest(${days.map(({ supermarketId }) => supermarketId)}::bigint[],
                ${days.map(({ deliveryDate }) => deliveryDate)}::date[])
         WITH ORDINALITY AS asked (supermarket_id, day, place)
    JOIN accounts account ON account.id = ${accountId} AND (account.refuses_closed_days OR account.refuses_late_orders)
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId}
      AND supermarket.id = asked.supermarket_id
    ORDER BY asked.place`;
  const refused: (RefusedDay | null)[] = days.map(() => null);
  const places = asked.map(({ place }) => days[Number(place) - 1]!);
  const reasons = asked[0]?.refusesClosedDays
    ? await closedReasons(
        context.db,
        accountId,
        places.map(({ branchId, deliveryDate }) => ({ branchId, date: deliveryDate })),
      )
    : [];
  for (const [at, { place, isLate }] of asked.entries()) {
    const reason = reasons[at] ?? null;
    if (reason !== null || isLate)
      refused[Number(place) - 1] = await dayRefusal(context, places[at]!, reason);
  }
  return refused;
}

async function dayRefusal(
  context: Context,
  { supermarketId, branchId, deliveryDate }: DayOfDelivery,
  reason: string | null,
): Promise<RefusedDay> {
  const [first = null] = await possibleDays(context, { supermarketId, branchId, from: deliveryDate }, 1);
  const closed = reason === NO_REASON ? 'is a closed day' : `is a closed day (${reason})`;
  const wording = reason === null ? 'is past the cut-off of the supermarket' : closed;
  const problem = reason === null ? 'after_cut_off' : 'closed_day';
  const why =
    first === null
      ? violation('no_possible_day', `${wording}. No possible day follows`)
      : violation(problem, `${wording}. The first possible day is ${first}`, { first });
  return { fault: faultAt('deliveryDate', why), firstPossibleDate: first };
}

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
