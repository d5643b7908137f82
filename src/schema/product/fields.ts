import { type Fields, OUT } from '../fields.ts';
import { DECIMAL, ID, TEXT, MOMENT_BEYOND_REST, TIME } from '../kinds.ts';
import { figure, MAX_PRICE, price, sequentialId, weight } from '../rules.ts';

export const PRODUCT_FIELDS = {
  id: { kind: ID, in: OUT, example: 17 },
  sequentialId: {
    kind: TEXT,
    shown: sequentialId,
    in: OUT,
    is: 'the number of the product in the account, such as P-0001',
    note: 'Numbers are assigned in sequence, without gaps.',
    example: 'P-0017',
  },
  name: { kind: TEXT, is: 'the name', example: 'Rye Bread' },
  weight: {
    kind: DECIMAL,
    rule: weight,
    is: 'the weight in kilograms',
    limits: ', with at most 3 decimals',
    example: 0.75,
  },
  price: {
    kind: DECIMAL,
    rule: price,
    is: "the price in the account's currency",
    limits: `, 0–${figure(MAX_PRICE)} with at most 2 decimals`,
    note: 'Deliveries keep the price at the time they were created.',
    changeNote: 'Existing deliveries keep their prices.',
    example: 3.49,
  },
  category: { kind: TEXT, is: 'the category', example: 'bakery' },
  createdAt: { kind: TIME, in: OUT, example: '2099-11-20T09:30:00.000Z' },
  updatedAt: { kind: TIME, in: OUT, restIn: [], is: 'when the product last changed' },
  archivedAt: {
    ...MOMENT_BEYOND_REST,
    is: 'when the product was archived',
    note: 'Null while it is in use.',
  },
} as const satisfies Fields;
