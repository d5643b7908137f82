import { violation } from '../../../problems.ts';
import { type Fault, faultAt } from '../../core/errors.ts';

/** The price that is to hold from a day on: the agreement of a supermarket, a product and its first day. */
export interface AgreementRow {
  supermarketId: bigint;
  productId: bigint;
  /** Null removes the agreement. */
  price: number | null;
  validFrom: string;
  /** Null if it holds until it is changed. */
  validTo: string | null;
}

interface Period {
  validFrom: string;
  validTo: string | null;
}

/** A fault of the row at `index`. */
export interface RowFault {
  index: number;
  fault: Fault;
}

/** Returns the fault of a period that overlaps another one. */
export function overlapFault(field: string, { validFrom: from, validTo: to }: Period): Fault {
  const other = to === null ? `from ${from}` : `from ${from} to ${to}`;
  const values = to === null ? { from } : { from, to };
  return faultAt(field, violation('overlaps', `overlaps the price that holds ${other}`, values));
}

/**
 * Returns why rows contradict one another: a later one names the same agreement as an earlier one, or their
 * periods overlap. Takes time in proportion to n log n.
 */
export function contradictions(rows: readonly AgreementRow[], pathOf: (index: number) => string): RowFault[] {
  const numbered = rows.map((row, index) => ({ row, index }));
  const pairs = Map.groupBy(numbered, ({ row }) => `${row.supermarketId} ${row.productId}`);
  return [...pairs.values()]
    .flatMap((pair) => contradictionsOfPair(pair, pathOf))
    .toSorted((one, another) => one.index - another.index);
}

interface NumberedRow {
  row: AgreementRow;
  index: number;
}

function contradictionsOfPair(pair: NumberedRow[], pathOf: (index: number) => string): RowFault[] {
  const faults: RowFault[] = [];
  const inOrder = pair.toSorted(
    (one, another) => compareDays(one.row.validFrom, another.row.validFrom) || one.index - another.index,
  );
  let last: NumberedRow | undefined;
  let previous: NumberedRow | undefined;
  for (const each of inOrder) {
    if (previous?.row.validFrom === each.row.validFrom) {
      const fault = faultAt(pathOf(each.index), violation('repeated', REPEATED_AGREEMENT));
      faults.push({ index: each.index, fault });
      continue;
    }
    previous = each;
    if (each.row.price === null) continue;
    if (last && overlaps(last.row, each.row)) {
      // The later row is refused, and the earlier one remains to be compared.
      const [earlier, later] = last.index < each.index ? [last, each] : [each, last];
      faults.push({ index: later.index, fault: overlapFault(pathOf(later.index), earlier.row) });
      last = earlier;
    } else last = each;
  }
  return faults;
}

const REPEATED_AGREEMENT = 'repeats the product and first day of another row';

function overlaps(former: Period, latter: Period): boolean {
  return former.validTo === null || former.validTo >= latter.validFrom;
}

function compareDays(one: string, another: string): number {
  return one < another ? -1 : Number(one > another);
}
