import type { Context } from '../../core/context.ts';
import { createReturn } from '../return/create-return.ts';
import type { Shortfall } from './shortfalls.ts';

/** Creates a return for each shortfall. */
export async function returnShortfalls(
  context: Context,
  deliveryId: bigint,
  shortfalls: readonly Pick<Shortfall, 'productId' | 'lot' | 'quantity' | 'reason'>[],
  returnDate: string,
): Promise<void> {
  for (const { productId, lot, quantity, reason } of shortfalls) {
    await createReturn(context, {
      deliveryId: String(deliveryId),
      productId: String(productId),
      lot,
      quantity,
      reason,
      returnDate,
    });
  }
}
