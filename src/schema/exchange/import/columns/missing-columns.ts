import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { type Fields, fieldsIn } from '../../../core/noun/fields.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { PRODUCT_FIELDS } from '../../../catalogue/product/fields.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../../../catalogue/supermarket/fields.ts';
import { ask, type ItemWriteOptions } from './import-check.ts';
import type { ImportColumn } from './map-columns.ts';
import { nameInMap } from './parse-map.ts';
import type { ImportProblem } from './read-options.ts';

/** The fields by which records are found: every file must have a column of one of them. */
const REQUIRED = ['reference', 'number'];
/** The fields that each agreed price needs: it is found by the others than its price. */
const OF_PRICES = ['supermarket', 'product', 'valid_from', 'price'];
/** The fields that new records need: one of each list must have a column. */
const FOR_NEW = {
  products: requiredIn(PRODUCT_FIELDS),
  supermarkets: requiredIn(SUPERMARKET_FIELDS),
  branches: requiredIn(BRANCH_FIELDS, 'branch_'),
  deliveries: [['delivery_date'], ['branch', 'branch_id'], ['product', 'product_id'], ['quantity']],
  'standing-orders': [['branch'], ['product'], ['quantity'], ['weekdays'], ['starts_on']],
};

/** Returns the required fields, each in a list of its own, because no other can replace it. */
function requiredIn(fields: Fields, prefix = ''): string[][] {
  const required = fieldsIn(fields, 'create').filter(([, { isOptional }]) => !isOptional);
  return required.map(([name]) => [prefix + snakeOf(name)]);
}

/** Returns the problems of missing columns without which no record could be found or created. */
export function missingColumns(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  hasDelimiter: boolean,
): ImportProblem[] {
  const assigned = fieldsOfColumns(columns);
  if (assigned.size === 0)
    return [
      {
        code: 'unknown_columns',
        message:
          columns.length === 1 && hasDelimiter
            ? 'The file has one column. If there are several, choose the sign between the cells, the delimiter'
            : `No column is named like a field of ${kind.replace('-', ' ')}. Assign the columns to fields, such as ${columnExample(columns, kind === 'prices' ? 'price' : 'reference')}`,
      },
    ];
  if (kind === 'prices') {
    const open = OF_PRICES.filter((field) => !assigned.has(field));
    return open.length > 0 ? [missing(columns, open)] : [];
  }
  if (!REQUIRED.some((field) => assigned.has(field)))
    return [missing(columns, ['reference'], 'Importing a file again finds its records by it')];
  const hasBranches = [...assigned].some((field) => field.startsWith('branch_'));
  return kind === 'supermarkets' && hasBranches && !assigned.has('branch_reference')
    ? [
        missing(
          columns,
          ['branch_reference'],
          'If each supermarket has one branch, the column of its reference can serve both',
        ),
      ]
    : [];
}

/**
 * Asks once for the columns that new records need, instead of refusing each row. Returns whether columns are
 * missing: then new records are not checked further.
 */
export function asksForColumns(
  { check, columns }: ItemWriteOptions,
  ...kinds: (keyof typeof FOR_NEW)[]
): boolean {
  const assigned = fieldsOfColumns(columns);
  const open = kinds
    .flatMap((kind) => FOR_NEW[kind])
    .filter((fields) => !fields.some((field) => assigned.has(field)));
  if (open.length === 0) return false;
  ask(
    check,
    missing(
      columns,
      open.map(([field]) => field!),
    ),
  );
  return true;
}

/** Returns whether a problem is about columns. Then no records are known or counted. */
export function isOfColumns({ code }: ImportProblem): boolean {
  return code === 'missing_column' || code === 'unknown_columns';
}

function fieldsOfColumns(columns: readonly ImportColumn[]): ReadonlySet<string> {
  return new Set(columns.flatMap(({ field }) => field ?? []));
}

function missing(columns: readonly ImportColumn[], fields: string[], why?: string): ImportProblem {
  const labels = fields.map((field) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' '));
  const how = `Assign one, such as ${columnExample(columns, fields[0]!)}`;
  return {
    code: 'missing_column',
    message: [`No column is assigned to ${labels.join(', ')}`, why, how].filter(Boolean).join('. '),
  };
}

/**
 * Returns an example of `map` that assigns a field to a column of the file, if possible to one without a
 * field.
 */
function columnExample(columns: readonly ImportColumn[], field: string): string {
  const column = columns.find((each) => each.field === null && each.column !== '');
  return `map=${column ? nameInMap(column, columns) : 'Column'}=${field}`;
}
