import { z } from 'zod';
import { type DeliveryFilter, goodsFilterOf } from '../analytics/filter.ts';
import { type DayRange, rangeOf } from '../analytics/range.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { figure } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { DAY_MS } from '../../../durations.ts';
import { MAX_GRACE_MINUTES, MAX_PERFORMANCE_DAYS } from '../limits.ts';

const GRACE_RULE = `must be an integer from 0 to ${MAX_GRACE_MINUTES}`;

const Conditions = z.object({
  graceMinutes: z.int(GRACE_RULE).min(0, GRACE_RULE).max(MAX_GRACE_MINUTES, GRACE_RULE).nullish(),
  timelyRecordedOnly: z.boolean().nullish(),
});

/** The deliveries whose performance is measured. */
export interface Performance {
  accountId: bigint;
  range: DayRange;
  goods: DeliveryFilter;
  /** The minutes by which a delivery can be late and still count as on time. */
  graceMinutes: number;
  /** Whether deliveries that were completed long after their window are left out. */
  isTimelyOnly: boolean;
}

interface PerformanceArgs {
  dateFrom: string;
  dateTo: string;
  timeZone?: string | null;
  filter?: object | null;
}

/**
 * Returns the validated arguments for the performance of deliveries. Days are in the account's time zone by
 * default.
 *
 * @throws AppError `validation_error`, `insufficient_scope`
 */
export async function performanceOf(
  context: Context,
  { filter, ...asked }: PerformanceArgs,
): Promise<Performance> {
  const accountId = accountOf(context);
  const range = await rangeOf(context, asked);
  const days = 1 + (Date.parse(range.dateTo) - Date.parse(range.dateFrom)) / DAY_MS;
  if (days > MAX_PERFORMANCE_DAYS) {
    const wording = `gives more than ${figure(MAX_PERFORMANCE_DAYS)} days: shorten the range`;
    throw errorAt('dateTo', 'range_too_long', wording, { max: MAX_PERFORMANCE_DAYS });
  }
  const { graceMinutes, timelyRecordedOnly } = valid(Conditions, filter ?? {});
  return {
    accountId,
    range,
    goods: goodsFilterOf(context, filter),
    graceMinutes: graceMinutes ?? 0,
    isTimelyOnly: timelyRecordedOnly ?? false,
  };
}
