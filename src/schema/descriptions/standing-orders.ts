import { figure } from '../core/noun/rules.ts';
import { DEFAULT_DAYS, MAX_DAYS } from '../trade/standing-order/read-occurrences.ts';
import { MAX_DATES, MAX_LINES } from '../trade/standing-order/restore-missed.ts';

const ORDER = 'The `id` of the standing order.';
const DATE = 'The day by the rule of the order, before it moved from a closed day.';

export const STANDING_ORDERS = {
  StandingOrder: 'An order that repeats on days of the week. Each of its deliveries is created by itself.',
  'StandingOrder.supermarket': 'The supermarket as it is now. Needs `supermarkets:read`.',
  'StandingOrder.branch': 'The branch as it is now. Needs `supermarkets:read`.',
  'StandingOrder.occurrences':
    'The dates of the order in a range, past ones included, in their order. From today to 13 days later by default.',
  'StandingOrder.occurrences(from)': "The first day (default: today in the account's time zone).",
  'StandingOrder.occurrences(to)': `The last day (default: ${DEFAULT_DAYS - 1} days after \`from\`, at most ${MAX_DAYS} days in all).`,
  'StandingOrder.next': 'The first planned occurrence; null if there is none within 400 days.',
  'StandingOrder.warnings': 'Why the order will not deliver as it says; empty once it has ended.',
  StandingOrderWarning: 'What is doubtful about a standing order.',
  'StandingOrderWarning.kind': 'What it is about.',
  'StandingOrderWarning.message': 'The warning in words.',
  StandingOrderWarningKind: 'The kind of a warning about a standing order.',
  'StandingOrderWarningKind.NEVER_DELIVERS': 'No date is possible any more.',
  'StandingOrderWarningKind.ARCHIVED': 'A product or the branch is archived, so its dates will fail.',
  StandingOrderFilter: 'Which standing orders to return. Filters are combined with AND.',
  StandingOrderLine: 'A line of a standing order.',
  'StandingOrderLine.name': 'The name of the product now.',
  'StandingOrderLine.product': 'The product as it is now. Needs `products:read`.',
  StandingOrderLineInput: 'A line of a standing order.',
  StandingOrderStatus: 'The status of a standing order.',
  'StandingOrderStatus.ACTIVE': 'Deliveries are created, also before its first day.',
  'StandingOrderStatus.PAUSED': 'Today is in its pause.',
  'StandingOrderStatus.ENDED': 'It was ended, or its last day has passed.',
  Weekday: 'A day of the week.',
  'Weekday.MONDAY': 'Monday, the first day of the week.',
  'Weekday.TUESDAY': 'Tuesday.',
  'Weekday.WEDNESDAY': 'Wednesday.',
  'Weekday.THURSDAY': 'Thursday.',
  'Weekday.FRIDAY': 'Friday.',
  'Weekday.SATURDAY': 'Saturday.',
  'Weekday.SUNDAY': 'Sunday.',
  Shift: 'What happens to a date on a closed day.',
  'Shift.SKIP': 'Nothing is delivered.',
  'Shift.PREVIOUS':
    'It moves to the nearest open day before it, at most 14 days, but not before the first day or into the pause.',
  'Shift.NEXT':
    'It moves to the nearest open day after it, at most 14 days, but not after the last day or into the pause.',
  CreateStandingOrderInput: 'A new standing order. Its first occurrence is after today.',
  UpdateStandingOrderInput:
    'What to change; the rest stays, and null clears a field. Only what is planned changes, not what was created.',
  Occurrence: 'A date of a standing order.',
  'Occurrence.date': DATE,
  'Occurrence.deliveryDate':
    'The day of delivery, which is another one if the date is on a closed day; null if nothing is delivered.',
  'Occurrence.status': 'The status of the date.',
  'Occurrence.reason':
    'Why it failed or was skipped by the rule: `closed_day`, `archived`, `too_late` or `refused`; null for what was skipped by hand, and for others.',
  'Occurrence.message': 'Why nothing is delivered, in words; null for what is planned or created.',
  'Occurrence.problem': 'Why it failed, for programs, such as `archived`; null for other dates.',
  'Occurrence.values': 'The values of the problem; null if it has none.',
  'Occurrence.delivery': 'The newest version of the delivery; null until it is created.',
  'Occurrence.lines': 'What is delivered: the lines of the order for this day, or those of this date alone.',
  'Occurrence.isChanged': 'Whether the date has lines of its own.',
  OccurrenceStatus: 'The status of a date of a standing order.',
  'OccurrenceStatus.PLANNED': 'To come.',
  'OccurrenceStatus.CREATED': 'Its delivery was created, and is not created again, even if it is cancelled.',
  'OccurrenceStatus.SKIPPED': 'Nothing is delivered: it was skipped by hand, or the day is closed.',
  'OccurrenceStatus.FAILED': 'Its delivery could not be created. See `reason`.',
  OccurrenceLine: 'A line of a date of a standing order.',
  'OccurrenceLine.name': 'The name of the product now.',
  'OccurrenceLine.product': 'The product as it is now. Needs `products:read`.',
  OccurrenceLineInput: 'A line of a date of a standing order.',
  'Delivery.standingOrder': 'The standing order that it was created for; null for other deliveries.',
  'Delivery.occurrenceDate':
    'The day by the rule of the standing order, before it moved from a closed day; null for other deliveries.',
  'Query.standingOrder': 'Returns one standing order.',
  'Query.standingOrders': 'Lists standing orders by cursor.',
  'Mutation.createStandingOrder':
    'Creates a standing order. Deliveries are created `leadDays` before their day, at the product prices of that moment.',
  'Mutation.updateStandingOrder':
    'Changes a standing order. Dates that were skipped or changed by hand stay so as long as the order has them.',
  'Mutation.updateStandingOrder(id)': ORDER,
  'Mutation.endStandingOrder': 'Ends a standing order for good. What was created stays. Can be repeated.',
  'Mutation.endStandingOrder(id)': ORDER,
  'Mutation.skipOccurrence': 'Skips a planned date.',
  'Mutation.skipOccurrence(id)': ORDER,
  'Mutation.skipOccurrence(date)': DATE,
  'Mutation.restoreOccurrence':
    'Plans a date again that was skipped by hand, or failed while its day is in the future; gives a changed date the lines of the order again. Creates the delivery of a date that is `too_late` on its own day, to record goods that went out by routine; if that is impossible, it stays failed.',
  'Mutation.restoreOccurrence(id)': ORDER,
  'Mutation.restoreOccurrence(date)': DATE,
  'Mutation.restoreOccurrences': `Creates the deliveries of all dates that failed as \`too_late\`, each on its own day, and returns how many. What cannot be created stays failed with its reason. At most ${MAX_DAYS} days, ${figure(MAX_DATES)} dates and ${figure(MAX_LINES)} lines.`,
  'Mutation.restoreOccurrences(from)': 'The first date.',
  'Mutation.restoreOccurrences(to)': 'The last date.',
  'Mutation.changeOccurrence': 'Changes what a planned date delivers, and no other date.',
  'Mutation.changeOccurrence(id)': ORDER,
  'Mutation.changeOccurrence(date)': DATE,
  'Mutation.changeOccurrence(lines)': 'All lines of the date (1–500), each product at most once.',
};
