import { violation } from '../../../problems.ts';
import { AppError, type Fault, faultAt } from '../../core/errors.ts';
import { DEFAULT_REASON, type ReceiptInput } from './fields.ts';

/** A line of a delivery with its numbered lots. */
export interface DeliveredLine extends DeliveredQuantity {
  productId: bigint;
  lots: (DeliveredQuantity & { lot: string })[];
}

interface DeliveredQuantity {
  quantity: number;
  returnedQuantity: number;
}

/** The goods of a line or of one of its lots that were not received, and not returned before. */
export interface Shortfall {
  productId: bigint;
  lot: string | null;
  /** The quantity that was delivered of the lot, or of the pieces without one; null for the whole line. */
  delivered: number | null;
  received: number;
  /** The quantity that must be returned. */
  quantity: number;
  reason: string;
}

/** A stated line of a receipt. `isRest` stands for the pieces without a lot, even if no line names a lot. */
type ReceivedLine = NonNullable<ReceiptInput['lines']>[number] & { isRest?: boolean };
type Said = ReceivedLine & { index: number };

/**
 * Returns the goods that were not received. Goods that were returned before, such as those refused at the
 * door, count as not received already. Omitted lines and lots were received in full.
 *
 * @throws AppError `validation_error` for products and lots that are not in the delivery, and for an
 * unconfirmed surplus
 */
export function shortfallsOf(
  lines: readonly ReceivedLine[],
  delivered: readonly DeliveredLine[],
): Shortfall[] {
  const byProduct = new Map(delivered.map((line) => [line.productId, line]));
  const faults: Fault[] = [];
  const said = Map.groupBy(
    lines.map((line, index) => ({ ...line, index })),
    ({ productId }) => productId,
  );
  const shortfalls = said.entries().flatMap(([productId, parts]) => {
    const line = byProduct.get(productId);
    if (!line) {
      faults.push(
        faultAt(
          `lines[${parts[0]!.index}].productId`,
          violation('not_in_delivery', 'is not in this delivery'),
        ),
      );
      return [];
    }
    return missingOf(parts, line, faults);
  });
  const found = shortfalls.toArray();
  const [first, ...others] = faults;
  if (first) throw new AppError(first, ...others);
  return found;
}

/** Returns the shortfalls of a line from its stated `parts`, and adds their faults to `faults`. */
function missingOf(parts: readonly Said[], line: DeliveredLine, faults: Fault[]): Shortfall[] {
  const hasLots = parts.some(({ lot, isRest }) => lot != null || isRest);
  const rest = hasLots ? restOf(line) : line;
  // Pieces that were returned without a lot count first for those without one, then for any lot.
  let unallocated = Math.max(0, rest.returnedQuantity - rest.quantity);
  return parts.flatMap(({ index, productId, lot = null, received, confirmed, reason }) => {
    const goods = lot === null ? rest : line.lots.find((each) => each.lot === lot);
    if (!goods) {
      const names = line.lots.map((each) => each.lot).join(', ');
      faults.push(
        faultAt(
          `lines[${index}].lot`,
          violation('lot_not_in_line', `is not in this line, which has ${names || 'no lots'}`),
        ),
      );
      return [];
    }
    // A surplus must be confirmed, because it is more often a mistake.
    if (received > goods.quantity && confirmed !== received) {
      const of = lot === null ? (hasLots ? ' without a lot' : '') : ' of this lot';
      faults.push(
        faultAt(
          `lines[${index}].received`,
          violation(
            'exceeds_delivered',
            `must be at most the quantity delivered${of}, ${goods.quantity}, or be repeated as confirmed`,
            { max: goods.quantity },
          ),
        ),
      );
      return [];
    }
    const missing = Math.max(0, goods.quantity - goods.returnedQuantity - received);
    const allocated = lot === null ? 0 : Math.min(missing, unallocated);
    unallocated -= allocated;
    const quantity = missing - allocated;
    if (quantity === 0) return [];
    const delivered = hasLots ? goods.quantity : null;
    return [{ productId, lot, delivered, received, quantity, reason: reason ?? DEFAULT_REASON }];
  });
}

/** Returns the pieces of a line that are in no lot. */
export function restOf({
  lots,
  ...line
}: DeliveredQuantity & { lots: readonly DeliveredQuantity[] }): DeliveredQuantity {
  const sum = (of: keyof DeliveredQuantity) => lots.reduce((total, lot) => total + lot[of], 0);
  return {
    quantity: line.quantity - sum('quantity'),
    returnedQuantity: line.returnedQuantity - sum('returnedQuantity'),
  };
}
