import { z } from 'zod';
import type { DeliveryFragment, DeliveryStatus } from '../../generated/operations.ts';
import { deliveryLines, deliveryRules } from '../../schema/delivery/create-delivery.ts';
import { figure, MAX_LONG_TEXT, quantity, recordId } from '../../schema/rules.ts';
import { deliveryStatus } from '../../schema/delivery/status.ts';
import { snakeKeys } from '../field-shapes.ts';
import { amount, date, time } from '../../schema/values.ts';

const Lines = deliveryLines(
  z.strictObject({ product_id: recordId, quantity }),
  (line) => line.product_id,
  'product_id',
);
const INPUT = snakeKeys(deliveryRules(recordId, Lines));

/** A delivery, as REST returns it. */
export const Delivery = z
  .strictObject({
    id: recordId,
    supermarket_name: z.string(),
    subchain_name: z.string(),
    products: z.array(
      z.strictObject({
        product_id: recordId,
        name: z.string(),
        quantity,
        unit_price: amount,
      }),
    ),
    total_value: amount,
    delivery_date: date,
    status: deliveryStatus,
    created_at: time,
  })
  .meta({
    id: 'Delivery',
    examples: [
      {
        id: 4711,
        supermarket_name: 'Oakfield Stores',
        subchain_name: 'Oakfield West',
        products: [{ product_id: 17, name: 'Rye Bread', quantity: 120, unit_price: 3.49 }],
        total_value: 418.8,
        delivery_date: '2099-12-01',
        status: 'pending',
        created_at: '2099-11-20T09:30:00.000Z',
      },
    ],
  });

export const DeliveryInput = z
  .strictObject({
    supermarket_id: INPUT.supermarket_id,
    subchain_id: INPUT.branch_id,
    products: INPUT.products,
    delivery_date: INPUT.delivery_date,
    notes: INPUT.notes.describe(
      `Notes about the delivery, at most ${figure(MAX_LONG_TEXT)} characters. Responses do not include them: read them over GraphQL.`,
    ),
  })
  .meta({
    id: 'DeliveryInput',
    examples: [
      {
        supermarket_id: 5,
        subchain_id: 8,
        products: [{ product_id: 17, quantity: 120 }],
        delivery_date: '2099-12-01',
        notes: 'Ring at the gate',
      },
    ],
  });

export const DeliveryMove = z
  .strictObject({ status: deliveryStatus.describe('The next status.') })
  .meta({ id: 'DeliveryMove', examples: [{ status: 'in_transit' }] });

export function toDelivery(delivery: DeliveryFragment): z.output<typeof Delivery> {
  return {
    id: Number(delivery.id),
    supermarket_name: delivery.supermarketName,
    subchain_name: delivery.branchName,
    products: delivery.products.map((line) => ({
      product_id: Number(line.productId),
      name: line.name,
      quantity: line.quantity,
      unit_price: line.unitPrice,
    })),
    total_value: delivery.totalValue,
    delivery_date: delivery.deliveryDate,
    status: delivery.status.toLowerCase() as Lowercase<DeliveryStatus>,
    created_at: delivery.createdAt,
  };
}
