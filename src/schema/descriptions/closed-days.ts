import { MAX_ASKED_BRANCHES } from '../catalogue/closed-day/closed-branches.ts';
import {
  MAX_IN_LIST,
  MAX_NEXT_DATES,
  MAX_PERIOD_DAYS,
  MAX_SET,
  NEXT_DATES,
} from '../catalogue/closed-day/fields.ts';
import { MAX_DAYS_IN_FILE, YEARS_AHEAD } from '../catalogue/closed-day/read-ics.ts';
import { figure } from '../core/noun/rules.ts';

const LIST = 'The branch whose list it is; the list of the account by default.';

export const CLOSED_DAYS = {
  ClosedDay: 'A day on which the account, or a branch, takes no deliveries.',
  'ClosedDay.date': 'The day.',
  'ClosedDay.reason': 'Why the day is closed; the name of a public holiday.',
  'ClosedDay.branch': 'The branch in whose list the day is; null for the account. Needs `supermarkets:read`.',
  'ClosedDay.source': 'Where the day comes from.',
  'ClosedDay.open':
    'Whether the list opens the day, although a public holiday or the account closes it. Always false unless `includeOpened` asks for such days.',
  ClosedDaySource: 'Where a closed day comes from.',
  'ClosedDaySource.TYPED': 'Set with `setClosedDays`.',
  'ClosedDaySource.FILE': 'Imported from a calendar file.',
  'ClosedDaySource.HOLIDAY': 'A public holiday of `Account.publicHolidays`.',
  'ClosedDaySource.WEEKDAY':
    'A day of the week that is closed every week: `closedWeekdays` of the branch or the account.',
  ClosedDayInput: 'A day of the list of closed days.',
  CutOff: 'Until when deliveries are ordered.',
  CutOffInput: 'Until when deliveries are ordered: a time of a calendar day before the day of delivery.',
  'Query.closedDays': `Lists closed days by date: those of the account, public holidays and closed days of the week, with \`branchId\` also those of the branch. A day in the list of the branch counts before one of the account, both before a public holiday, and all before a day of the week. At most ${MAX_PERIOD_DAYS} days.`,
  'Query.closedDays(from)': 'The first day.',
  'Query.closedDays(to)': `The last day, at most ${MAX_PERIOD_DAYS} days including the first.`,
  'Query.closedDays(branchId)': 'The branch. The account alone by default.',
  'Query.closedDays(includeOpened)': 'Whether to list days, too, that are open by exception (default false).',
  ClosedBranch: 'A branch that takes no deliveries on the day.',
  'ClosedBranch.branchId': 'The `id` of the branch.',
  'ClosedBranch.reason': 'Why it is closed; the name of a public holiday.',
  'Query.closedBranches': `Says which of several branches are closed on a day, at most ${MAX_ASKED_BRANCHES} of them. Branches that the account does not have are left out.`,
  'Query.closedBranches(date)': 'The day.',
  'Query.closedBranches(branchIds)': 'The `id` of each branch.',
  HolidayRegion: 'A country or a region whose public holidays are known.',
  'HolidayRegion.code': 'The code, such as `DE-BY`.',
  'HolidayRegion.name': 'The name; of a region, after that of its country.',
  'Query.holidayRegions': 'Lists the countries and regions that `Account.publicHolidays` can be, by name.',
  'Query.nextDeliveryDates':
    'Returns the next days on which a branch can get deliveries, from tomorrow: neither closed nor past the cut-off. Null if there is no such branch.',
  'Query.nextDeliveryDates(branchId)': 'The branch.',
  'Query.nextDeliveryDates(first)': `How many days (1–${MAX_NEXT_DATES}, default ${NEXT_DATES}).`,
  'Account.closedDaysVersion':
    'Opaque; changes with every change of the list of closed days of the account. Send it as `ifMatch` of `setClosedDays`. Needs `deliveries:read`.',
  'Branch.closedDaysVersion':
    'Opaque; changes with every change of the list of closed days of the branch. Send it as `ifMatch` of `setClosedDays`. Needs `deliveries:read`.',
  'Mutation.setClosedDays': `Replaces the list of the account, or of a branch, from \`from\` to \`until\`, and returns it. Other days stay, so one day is set by itself as \`from\` and \`until\`. Public holidays stay. A list can have ${figure(MAX_IN_LIST)} days.`,
  'Mutation.setClosedDays(branchId)': LIST,
  'Mutation.setClosedDays(days)': `The days, each from \`from\` to \`until\`, at most ${figure(MAX_SET)}.`,
  'Mutation.setClosedDays(from)': 'The first day that is replaced, today or later; today by default.',
  'Mutation.setClosedDays(until)': 'The last day that is replaced; all later ones by default.',
  'Mutation.importClosedDays': `Adds the whole-day events of a calendar file to the list of the account, or of a branch, from today to ${YEARS_AHEAD} years ahead, at most ${figure(MAX_DAYS_IN_FILE)} days. Days that the list has stay as they are.`,
  'Mutation.importClosedDays(branchId)': LIST,
  'Mutation.importClosedDays(ics)': 'The text of the file, in the format iCalendar (`.ics`).',
  'Mutation.importClosedDays(dryRun)':
    'Whether to write nothing, and only return what would be added (default false).',
  ImportedClosedDays: 'What became of a calendar file.',
  'ImportedClosedDays.added': 'How many days were added.',
  'ImportedClosedDays.unchanged': 'How many days the list had already.',
  'ImportedClosedDays.ignored':
    'How many events are no closed days: with a time of the day, cancelled, or repeated otherwise than every so many years.',
  'ImportedClosedDays.days': 'The days that were added, by date.',
};
