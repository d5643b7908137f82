import type { Fields } from '../fields.ts';
import { figure, MAX_PRICE, price, text, weight } from '../rules.ts';

/** The product fields that users fill in. */
export const PRODUCT_FIELDS = {
  name: { rule: text(), type: 'String', is: 'the name', example: 'Rye Bread' },
  weight: {
    rule: weight,
    type: 'Decimal',
    is: 'the weight in kilograms',
    limits: 'with at most 3 decimals',
    example: 0.75,
  },
  price: {
    rule: price,
    type: 'Decimal',
    is: "the price in the account's currency",
    limits: `0–${figure(MAX_PRICE)} with at most 2 decimals`,
    note: 'Deliveries keep the price at the time they were created.',
    changeNote: 'Existing deliveries keep their prices.',
    example: 3.49,
  },
  category: { rule: text(), type: 'String', is: 'the category', example: 'bakery' },
} as const satisfies Fields;
