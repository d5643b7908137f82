import { figure } from '../core/noun/rules.ts';
import { MAX_CHECKED, MAX_PENDING, MAX_SCANNED, MAX_SUGGESTIONS } from '../trace/trace/limits.ts';
import { MAX_WITHDRAWN } from '../trace/withdrawal/fields.ts';

export const TRACES = {
  'Query.lotTrace':
    'Finds out where lots went, by product, lot, date in place of a lot, or day of dispatch. At least one of them is ' +
    'required; together they are combined with AND.',
  'Query.lotTrace(productId)': 'Of this product.',
  'Query.lotTrace(lot)': 'With exactly this lot; upper and lower case are different.',
  'Query.lotTrace(lots)': `With one of these lots, up to ${MAX_WITHDRAWN}, such as those of a withdrawal.`,
  'Query.lotTrace(bestBeforeFrom)': 'With a best-before or use-by date on or after this day.',
  'Query.lotTrace(bestBeforeTo)': 'With a best-before or use-by date on or before this day.',
  'Query.lotTrace(shippedFrom)': "Dispatched on or after this day, in the account's time zone.",
  'Query.lotTrace(shippedTo)': "Dispatched on or before this day, in the account's time zone.",
  'Query.lotTrace(withoutLot)':
    'If true, lists the dispatched lines with pieces in no lot, instead of the lots: those of the product, or of the products that have the lot or date, or of all products. The lots could be in them. With `lot`, pieces of which only a date is recorded are among them; with a date, lots without one.',
  LotTrace: 'Where lots went: a list read by cursor, totals by supermarket, and a balance.',
  'LotTrace.nodes':
    'The lots of the lines, newest deliveries first. Deliveries that are still pending are included, cancelled ones are not. ' +
    `With \`withoutLot\`, lines: a page ends after ${figure(MAX_SCANNED)} lines that were looked at, so it can have fewer nodes, or none, and \`hasNextPage\`.`,
  'LotTrace.totalCount': 'The number of lots in the list; null with `withoutLot`.',
  'LotTrace.pending':
    'What was not dispatched yet, so that you can stop it, whatever `shippedFrom` and `shippedTo`.',
  'LotTrace.branches':
    'What each branch got in deliveries that were dispatched, by the names of supermarket and branch: all of them, however many lots there are.',
  LotTracePending: 'Deliveries with the lots that were not dispatched yet.',
  'LotTracePending.deliveries': 'The number of deliveries.',
  'LotTracePending.quantity': 'The quantity of the lots in them.',
  'LotTracePending.deliveryIds': `Their ids, newest first, at most ${figure(MAX_PENDING)}.`,
  'LotTracePending.references': 'Your references of these, in the same order; null where there is none.',
  LotTraceBranch: 'What a branch got of the lots.',
  'LotTraceBranch.branchId': 'The `id` of the branch.',
  'LotTraceBranch.branchName': 'The name of the branch.',
  'LotTraceBranch.supermarketName': 'The name of the supermarket.',
  'LotTraceBranch.deliveries': 'The number of deliveries.',
  'LotTraceBranch.quantity': 'The quantity delivered.',
  'LotTraceBranch.returned': 'The quantity returned.',
  'LotTrace.totals':
    'What each supermarket got in deliveries that were dispatched: the 100 with the largest quantity.',
  'LotTrace.suggestions': `Lots that are similar to the one that was asked for, if no line has it: they differ in case, spaces, signs, leading zeros, accents, invisible characters, O for 0, I or l for 1, or one character. At most ${MAX_SUGGESTIONS}, the most similar first; of the product if one was asked for, whatever the dates. Null if something was found.`,
  'LotTrace.otherSpellings': `Other lots that differ from the one that was asked for only in case, spaces, signs, leading zeros, accents, invisible characters, O for 0, or I or l for 1, whether a line has it or not: they can be the same lot, typed in another way. At most ${MAX_SUGGESTIONS}; of the product if one was asked for, whatever the dates.`,
  'LotTrace.balance': 'How much was dispatched and came back, and how far the figures can be trusted.',
  TracedLot: 'A lot in a line of a delivery; with `withoutLot`, the pieces of a line that are in no lot.',
  'TracedLot.delivery': 'The delivery.',
  'TracedLot.productId': 'The `id` of the product.',
  'TracedLot.branch': 'The branch that the delivery goes to, as it is now. Needs `supermarkets:read`.',
  'TracedLot.product': 'The product as it is now. Needs `products:read`.',
  'TracedLot.productName': 'The name of the product when the delivery was created.',
  'TracedLot.lot': 'The number of the lot or batch; null when only a date is known, or for pieces in no lot.',
  'TracedLot.bestBefore': 'The best-before date.',
  'TracedLot.useBy': 'The use-by date.',
  'TracedLot.source': 'Who assigned the lot, if not the `lotSource` of the product.',
  'TracedLot.quantity': 'The quantity of the lot in the line, or of the pieces in no lot.',
  'TracedLot.returned':
    'The quantity of the lot that was returned from the line. For pieces in no lot, what was returned from the line without naming a lot, which can be more.',
  TracedLotEdge: 'A lot with its position in the trace.',
  'TracedLotEdge.cursor': 'The position of the lot, for `after` in the same trace.',
  LotTraceTotal: 'What a supermarket got of the lots.',
  'LotTraceTotal.supermarketId': 'The `id` of the supermarket.',
  'LotTraceTotal.supermarketName': 'The name of the supermarket.',
  'LotTraceTotal.deliveries': 'The number of deliveries.',
  'LotTraceTotal.quantity': 'The quantity delivered.',
  'LotTraceTotal.returned': 'The quantity returned.',
  LotBalance:
    'The mass balance of lots. Food that was sold is gone, so what is still there cannot be known: only what was delivered and not returned.',
  'LotBalance.delivered': 'The quantity dispatched.',
  'LotBalance.returnedWithLot': 'The quantity returned that named the lot.',
  'LotBalance.returnedUnallocated':
    'The quantity returned from the same lines that named no lot, or one that the line no longer has.',
  'LotBalance.linesChecked': `The number of dispatched lines of the product that were looked at for lots: those of the period of dispatch, or of all time without one; at most the newest ${figure(MAX_CHECKED)}.`,
  'LotBalance.linesWithoutLot':
    'The number of these lines with any piece of which nothing says whether it is of the lots: it has neither a lot nor a date, only a date where a lot is traced, or a lot without a date where dates are. The lots could be in them too: list them with `withoutLot: true`.',
  'LotBalance.quantityWithoutLot': 'The number of such pieces.',
  'LotBalance.isComplete':
    'Whether `linesChecked` is all dispatched lines of the products in the period, and at least one. If it is false, the lots can be in lines that were not looked at.',
};
