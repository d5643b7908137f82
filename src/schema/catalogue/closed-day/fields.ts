import { CREATE, type Fields } from '../../core/noun/fields.ts';
import { BOOLEAN, DATE, enumOf, TEXT } from '../../core/noun/kinds.ts';

/** The maximum number of days that one change can set. */
export const MAX_SET = 1_000;

/** The maximum number of days from today on in the list of an account or of a branch. */
export const MAX_IN_LIST = 4_000;

/** The longest period that is listed, in days. */
export const MAX_PERIOD_DAYS = 400;

/** The longest list of next delivery dates, and the usual one. */
export const MAX_NEXT_DATES = 62;
export const NEXT_DATES = 10;

/** Where a closed day comes from. */
export const SOURCE = enumOf('ClosedDaySource', 'Where a closed day comes from.', {
  typed: 'Set with `setClosedDays`.',
  file: 'Imported from a calendar file.',
  holiday: 'A public holiday of `Account.publicHolidays`.',
  weekday: 'A day of the week that is closed every week: `closedWeekdays` of the branch or the account.',
});

/** The fields of a day to set. */
export const CLOSED_DAY_FIELDS = {
  date: { kind: DATE, in: CREATE, is: 'the day' },
  reason: {
    kind: TEXT,
    in: CREATE,
    isOptional: true,
    is: 'why the day is closed',
  },
  open: {
    kind: BOOLEAN,
    in: CREATE,
    isOptional: true,
    absent: 'false',
    is: 'whether the day is open although a public holiday, its weekday or the list of the account closes it',
    limits: ' (default false)',
  },
} as const satisfies Fields;
