import { CREATE, type Fields } from '../../core/noun/fields.ts';
import { BOOLEAN, DATE, enumOf, TEXT } from '../../core/noun/kinds.ts';

export const NEXT_DATES = 10;

/** Where a closed day comes from. */
export const CLOSED_DAY_SOURCE = enumOf('ClosedDaySource', 'Where a closed day comes from.', {
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
