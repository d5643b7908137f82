import type { Fields } from '../../core/noun/fields.ts';
import { enumOf, TEXT } from '../../core/noun/kinds.ts';
import { text } from '../../core/noun/rules.ts';
import { MAX_VIEW_NAME, MAX_VIEW_SEARCH, MAX_VIEWS } from '../limits.ts';

/** The lists whose views can be saved. */
export const VIEWED_LIST = enumOf('ViewedList', 'A list on the page.', {
  deliveries: 'The deliveries.',
  returns: 'The returns.',
  receipts: 'The receipts of branches.',
  products: 'The products.',
  supermarkets: 'The supermarkets.',
  standing_orders: 'The standing orders.',
  imports: 'The imports.',
  withdrawals: 'The withdrawals.',
});

export type ViewedList = (typeof VIEWED_LIST.values)[number];

/** The maximum number of listed views, personal and shared. */
export const MAX_LISTED = 2 * MAX_VIEWS;

export const SAVED_VIEW_FIELDS = {
  list: { kind: VIEWED_LIST, is: 'the list' },
  name: { kind: TEXT, rule: text(MAX_VIEW_NAME), is: 'the name' },
  search: {
    kind: TEXT,
    rule: text(MAX_VIEW_SEARCH),
    is: 'the filters, the order and the page size, as the address of the page has them; `dates` is a choice such as `last-month` in place of `dateFrom` and `dateTo`',
    example: 'status=PENDING&sort=date',
  },
} as const satisfies Fields;
