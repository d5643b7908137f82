import { DEFAULT_PER_PAGE, MAX_PAGED_RECORDS, MAX_PER_PAGE } from '../limits.ts';
import { figure } from '../noun/rules.ts';

/** The descriptions of names that all lists and records share. */
const STANDARD = {
  type: new Map<string, string>(),
  field: new Map([
    ['id', 'The number of the record, unique among records of its type.'],
    ['createdAt', 'When the record was created.'],
    ['edges', 'The items of this part of the list, each with its cursor.'],
    ['nodes', 'The items of this part of the list.'],
    ['node', 'The item.'],
    ['pageInfo', 'The cursors of this part of the list, and whether more items follow.'],
    ['items', 'The items of this page, newest first.'],
    ['page', 'The number of this page, from 1.'],
    ['perPage', 'The maximum number of items on a page.'],
    ['hasMore', 'Whether there is a next page.'],
  ]),
  argument: new Map([
    ['id', 'The `id` of the record.'],
    ['input', 'The values to write.'],
    ['filter', 'Which items to return. Filters are combined with AND; all items by default.'],
    ['orderBy', 'The order of the list; newest first by default.'],
    [
      'page',
      `The number of the page, from 1 (default). \`page\` × \`perPage\` must not exceed ${figure(MAX_PAGED_RECORDS)}.`,
    ],
    ['perPage', `The number of items on a page (1–${MAX_PER_PAGE}, default ${DEFAULT_PER_PAGE}).`],
  ]),
  value: new Map([
    ['CREATED_ASC', 'Oldest first.'],
    ['CREATED_DESC', 'Newest first.'],
    ['NAME_ASC', 'By name, A to Z.'],
    ['NAME_DESC', 'By name, Z to A.'],
    ['DELIVERY_DATE_ASC', 'Earliest delivery date first.'],
    ['DELIVERY_DATE_DESC', 'Latest delivery date first.'],
    ['RECEIVED_ASC', 'Oldest first.'],
    ['RECEIVED_DESC', 'Newest first.'],
    ['RETURN_DATE_ASC', 'Earliest return date first.'],
    ['RETURN_DATE_DESC', 'Latest return date first.'],
  ]),
};

/** The kinds of parts of the schema that have standard descriptions. */
export type DescribedKind = keyof typeof STANDARD;

/** Returns the standard description of a name; undefined if it has none. */
export function standardOf(kind: DescribedKind, name: string): string | undefined {
  if (kind === 'type' && name.endsWith('Edge')) return 'An item of a list, with its cursor.';
  return STANDARD[kind].get(name);
}
