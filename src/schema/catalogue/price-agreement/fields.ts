import { MAX_PRICE } from '../../core/limits.ts';
import { CREATE, type Fields, OUT } from '../../core/noun/fields.ts';
import { BY_WHOM, DATE, DECIMAL, ID, TIME } from '../../core/noun/kinds.ts';
import { figure, price } from '../../core/noun/rules.ts';

/** The limits of a price, as descriptions of inputs write them. */
export const PRICE_LIMITS = `, 0–${figure(MAX_PRICE)} with at most 2 decimals`;

export const PRICE_AGREEMENT_FIELDS = {
  id: { kind: ID, in: OUT },
  productId: { kind: ID, in: CREATE, is: 'the `id` of the product' },
  price: {
    kind: DECIMAL,
    rule: price.nullable(),
    is: "the agreed price in the account's currency",
    limits: PRICE_LIMITS,
    inputNote: 'Null removes the agreement.',
  },
  validFrom: { kind: DATE, is: 'the first day on which the price holds' },
  validTo: {
    kind: DATE,
    isOptional: true,
    is: 'the last day on which the price holds',
    note: 'Null if it holds until it is changed.',
    inputNote: 'Null or left out if it holds until it is changed.',
  },
  changedAt: { kind: TIME, in: OUT, is: 'when the agreement last changed' },
  changedBy: { ...BY_WHOM, is: 'who changed the agreement last' },
} as const satisfies Fields;
