import { CREATE, type Fields } from '../../core/noun/fields.ts';
import { DECIMAL, ID } from '../../core/noun/kinds.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { price } from '../../core/noun/rules.ts';
import { PRICE_LIMITS } from '../../catalogue/price-agreement/fields.ts';
import { MAX_PRODUCTS } from '../limits.ts';
import { DELIVERY_FIELDS } from './fields.ts';

const REVISED_PRICE_FIELDS = {
  productId: { kind: ID, in: CREATE, is: 'the `id` of the product' },
  unitPrice: {
    kind: DECIMAL,
    rule: price.nullable(),
    in: CREATE,
    is: 'the unit price of the line',
    limits: PRICE_LIMITS,
    inputNote: "Null takes the price of the new version's day, as `priceOf` returns it.",
  },
} as const satisfies Fields;

/** The prices that a revision names for lines of the new version. */
export const REVISED_PRICES = {
  prices: {
    kind: listOf(REVISED_PRICE_FIELDS, {
      type: 'RevisedPrice',
      inputIs: 'The price of a line of the new version.',
      max: MAX_PRODUCTS,
      tooMany: `must contain at most ${MAX_PRODUCTS} prices`,
      tooFew: 'must contain at least one price',
      distinct: { by: 'productId', error: 'repeats a product; each can appear once' },
    }),
    in: ['change'],
    restIn: [],
    is: `prices of lines of the new version (1–${MAX_PRODUCTS}), in place of those that they would keep or get`,
  },
} as const satisfies Fields;

/** The fields of a revision. */
export const REVISION_FIELDS = { ...DELIVERY_FIELDS, ...REVISED_PRICES } as const satisfies Fields;
