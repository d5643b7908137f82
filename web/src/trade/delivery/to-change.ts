import type { DeliveryToChangeQuery } from '../../generated/operations.ts';
import type { Draft } from './delivery-form.tsx';
import { DELIVERY } from './delivery-fields.ts';

/** A delivery that is being changed. */
export type ToChange = NonNullable<DeliveryToChangeQuery['delivery']>;

/** Returns the delivery as a draft; its products have the name and price that they keep. */
export function draftOf({ supermarket, branch, products, ...fields }: ToChange): Draft {
  return {
    ...DELIVERY.valuesOf(fields),
    place: { supermarketId: supermarket.id, branchId: branch.id },
    lines: products.map(({ product, name, unitPrice, quantity }, key) => ({
      key,
      product: { ...product, name },
      keptPrice: unitPrice,
      quantity: String(quantity),
    })),
  };
}
