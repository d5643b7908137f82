import type { ImportKind } from '../caller/import-kinds.ts';
import type { ImportColumn } from './map-columns.ts';
import type { ImportProblem } from './read-options.ts';

/** What every file must have a column for; of several fields, one is enough. */
const REQUIRED = ['reference', 'number'];
/** What a file with new records that have lines must have columns for. */
const FOR_NEW = {
  deliveries: [['delivery_date'], ['branch', 'branch_id'], ['product', 'product_id'], ['quantity']],
  'standing-orders': [['branch'], ['product'], ['quantity'], ['weekdays'], ['starts_on']],
};

const LABELS: Partial<Record<string, string>> = {
  reference: 'Reference',
  delivery_date: 'Delivery date',
  branch: 'Branch',
  product: 'Product',
  quantity: 'Quantity',
  weekdays: 'Weekdays',
  starts_on: 'Starts on',
};

/** Returns what no record could be found or created without. */
export function missingColumns(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  hasDelimiter: boolean,
): ImportProblem[] {
  const assigned = new Set(columns.map(({ field }) => field));
  assigned.delete(null);
  if (assigned.size === 0)
    return [
      {
        code: 'unknown_columns',
        message:
          columns.length === 1 && hasDelimiter
            ? 'The file has one column. If there are several, choose the sign between the cells, the delimiter'
            : `No column is named like a field of ${kind.replace('-', ' ')}. Assign the columns to fields`,
      },
    ];
  return REQUIRED.some((field) => assigned.has(field)) ? [] : [missing('reference')];
}

/** Returns the first field of new records without a column: one problem of the file instead of one of each row. */
export function missingForNew(
  kind: keyof typeof FOR_NEW,
  columns: readonly ImportColumn[],
): ImportProblem | undefined {
  const assigned = new Set(columns.map(({ field }) => field));
  const fields = FOR_NEW[kind].find((each) => each.every((field) => !assigned.has(field)));
  return fields && missing(fields[0]!);
}

function missing(field: string): ImportProblem {
  const why = field === 'reference' ? '. Importing a file again finds its records by it' : '';
  return { code: 'missing_column', message: `No column is assigned to ${LABELS[field]!}${why}` };
}
