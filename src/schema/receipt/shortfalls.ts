import { AppError, type Fault, faultAt } from '../errors.ts';
import { DEFAULT_REASON, type ReceiptInput } from './fields.ts';

/** A line of a delivery. */
export interface DeliveredLine {
  productId: bigint;
  quantity: number;
  returnedQuantity: number;
}

/** What was not received of a line, and was not returned before. */
export interface Shortfall {
  productId: bigint;
  received: number;
  /** What must be returned. */
  quantity: number;
  reason: string;
}

type Lines = NonNullable<ReceiptInput['lines']>;

/**
 * Returns what was not received. Goods that were returned before, such as those refused at the door, count as not
 * received already. Lines that are left out were received in full.
 *
 * @throws AppError `validation_error` for products that are not in the delivery, and for more than was delivered
 */
export function shortfallsOf(lines: Lines, delivered: readonly DeliveredLine[]): Shortfall[] {
  const byProduct = new Map(delivered.map((line) => [line.productId, line]));
  const faults: Fault[] = [];
  const shortfalls: Shortfall[] = [];
  for (const [index, { productId, received, reason }] of lines.entries()) {
    const line = byProduct.get(productId);
    if (!line) faults.push(faultAt(`lines[${index}].productId`, 'is not in this delivery'));
    else if (received > line.quantity) {
      faults.push(faultAt(`lines[${index}].received`, `exceeds the quantity delivered: ${line.quantity}`));
    } else {
      const quantity = line.quantity - line.returnedQuantity - received;
      if (quantity > 0) shortfalls.push({ productId, received, quantity, reason: reason ?? DEFAULT_REASON });
    }
  }
  const [first, ...others] = faults;
  if (first) throw new AppError(first, ...others);
  return shortfalls;
}
