import { z } from 'zod';
import type { ReturnFragment } from '../../generated/operations.ts';
import { returnRules } from '../../schema/return/create-return.ts';
import { SUGGESTED_REASONS } from '../../schema/return/reasons.ts';
import { quantity, recordId } from '../../schema/rules.ts';
import { snakeKeys } from '../field-shapes.ts';
import { amount, date, time } from '../../schema/values.ts';

const INPUT = snakeKeys(returnRules(recordId));

/** A return, as REST returns it. */
export const Return = z
  .strictObject({
    id: recordId,
    delivery_id: recordId,
    product_id: recordId,
    product_name: z.string(),
    quantity,
    reason: z.string(),
    description: z.string(),
    return_date: date,
    credit_amount: amount,
    created_at: time,
  })
  .meta({
    id: 'Return',
    examples: [
      {
        id: 93,
        delivery_id: 4711,
        product_id: 17,
        product_name: 'Rye Bread',
        quantity: 4,
        reason: 'damaged',
        description: 'Crushed in transport',
        return_date: '2099-12-02',
        credit_amount: 13.96,
        created_at: '2099-12-02T14:05:00.000Z',
      },
    ],
  });

export const ReturnInput = z
  .strictObject({
    ...INPUT,
    reason: INPUT.reason.describe(
      `Any text. Suggestions: ${SUGGESTED_REASONS.map((reason) => `\`${reason}\``).join(', ')}.`,
    ),
  })
  .meta({
    id: 'ReturnInput',
    examples: [
      {
        delivery_id: 4711,
        product_id: 17,
        quantity: 4,
        reason: 'damaged',
        return_date: '2099-12-02',
        description: 'Crushed in transport',
      },
    ],
  });

export function toReturn(each: ReturnFragment): z.output<typeof Return> {
  return {
    id: Number(each.id),
    delivery_id: Number(each.deliveryId),
    product_id: Number(each.productId),
    product_name: each.productName,
    quantity: each.quantity,
    reason: each.reason,
    description: each.description,
    return_date: each.returnDate,
    credit_amount: each.creditAmount,
    created_at: each.createdAt,
  };
}
