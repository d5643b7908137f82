import { violation } from '../../../problems.ts';
import { AppError, type Fault, faultAt } from '../../core/errors.ts';
import { MAX_FAULTS } from '../../core/limits.ts';
import { DATES_OUT_OF_ORDER } from '../../core/noun/rules.ts';
import type { Weekday } from '../../core/noun/weekdays.ts';

interface LineDays {
  productId: bigint;
  weekdays?: readonly Weekday[] | null | undefined;
}

/** The fields of a standing order whose values depend on each other. */
export interface Whole {
  lines: readonly LineDays[];
  weekdays: readonly Weekday[];
  startsOn: string;
  endsOn?: string | null | undefined;
  pausedFrom?: string | null | undefined;
  pausedUntil?: string | null | undefined;
}

/**
 * Requires that the fields of a standing order are consistent.
 *
 * @param hasLines whether the input has lines; otherwise `weekdays` must fit the old ones
 */
export function requireConsistent(order: Whole, hasLines: boolean): void {
  const [first, ...others] = [...datesOf(order), ...daysOf(order, hasLines), ...repeatedIn(order.lines)];
  if (first) throw new AppError(first, ...others.slice(0, MAX_FAULTS - 1));
}

function datesOf({ startsOn, endsOn, pausedFrom, pausedUntil }: Whole): Fault[] {
  const faults: Fault[] = [];
  if (endsOn != null && endsOn < startsOn)
    faults.push(
      faultAt('endsOn', violation('range_out_of_order', 'must not be before startsOn'), 'startsOn'),
    );
  if (pausedUntil != null && pausedFrom == null) {
    faults.push(
      faultAt(
        'pausedUntil',
        violation('not_without', 'must be left out without the first paused day', { other: 'pausedFrom' }),
      ),
    );
  } else if (pausedUntil != null && pausedUntil < pausedFrom!) {
    faults.push(faultAt('pausedUntil', DATES_OUT_OF_ORDER.params));
  }
  return faults;
}

/** Returns faults unless the lines have only days of the order, and each day has a line. */
function daysOf({ lines, weekdays }: Whole, hasLines: boolean): Fault[] {
  const ofOrder = new Set(weekdays);
  const strange = lines.flatMap((line, index) => {
    const other = line.weekdays?.find((weekday) => !ofOrder.has(weekday));
    return other === undefined ? [] : [{ index, other }];
  });
  if (strange.length > 0 && !hasLines) {
    const weekday = strange[0]!.other;
    const wording = `must include ${weekday}, on which a line is delivered`;
    return [faultAt('weekdays', violation('weekday_missing', wording, { weekday }))];
  }
  const covered = new Set(lines.flatMap((line) => line.weekdays ?? weekdays));
  const empty = weekdays.find((weekday) => !covered.has(weekday));
  return [
    ...strange.map(({ index, other }) =>
      faultAt(
        `lines[${index}].weekdays`,
        violation('weekday_outside', `must be among the weekdays of the order, without ${other}`, {
          weekday: other,
        }),
      ),
    ),
    ...(empty === undefined
      ? []
      : [
          faultAt(
            'weekdays',
            violation('weekday_without_line', `must not include ${empty}, on which no line is delivered`, {
              weekday: empty,
            }),
          ),
        ]),
  ];
}

/** Returns faults for products that appear twice on a day. */
function repeatedIn(lines: readonly LineDays[]): Fault[] {
  const seen = new Map<bigint, Set<Weekday | 'all'>>();
  return lines.flatMap(({ productId, weekdays }, index) => {
    const days = weekdays ?? (['all'] as const);
    const before = seen.get(productId) ?? new Set();
    const repeats =
      before.has('all') || (weekdays == null ? before.size > 0 : weekdays.some((day) => before.has(day)));
    seen.set(productId, new Set([...before, ...days]));
    return repeats
      ? [
          faultAt(
            `lines[${index}].productId`,
            violation('repeated', 'repeats a product on the same day; each can appear once a day'),
          ),
        ]
      : [];
  });
}
