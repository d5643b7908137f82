import { MAX_QUANTITY, MAX_REFERENCE } from '../../core/limits.ts';
import { CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import {
  BY_WHOM,
  DATE,
  DECIMAL,
  ID,
  IDENTIFIER,
  INTEGER,
  MASTER_DATA,
  MOMENT_IN_FULL,
  TEXT,
  TIME,
} from '../../core/noun/kinds.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { excessOfLots, LINE_LOTS } from '../lot/fields.ts';
import { figure, futureDate, identifierText, longText, quantity } from '../../core/noun/rules.ts';
import { reference } from '../../core/noun/trade-numbers.ts';
import { MAX_PRODUCTS } from '../limits.ts';
import { DELIVERY_STATUS } from './status.ts';

/** The default number of changes without a new version in a response. */
export const DELIVERY_CHANGES = 50;

/** REST shows these only with `view=full`. */
const CREATE_AND_FULL = ['create', 'full'] as const;

const VERSION_IN_FULL = { kind: ID, in: OUT, restIn: ['full'], isOptional: true, example: null } as const;

export const LINE_FIELDS = {
  productId: { kind: ID, in: CREATE_AND_OUT, is: 'the `id` of the product', example: 17 },
  name: {
    kind: TEXT,
    in: OUT,
    is: 'the name of the product when the delivery was created',
    example: 'Rye Bread',
  },
  quantity: {
    kind: INTEGER,
    rule: quantity,
    shown: quantity,
    in: CREATE_AND_OUT,
    is: 'the quantity delivered',
    inputIs: 'the quantity to deliver',
    limits: ` (1–${figure(MAX_QUANTITY)})`,
    example: 120,
  },
  returnedQuantity: { kind: INTEGER, in: OUT, restIn: [], is: 'the quantity returned so far' },
  unitPrice: {
    kind: DECIMAL,
    in: OUT,
    is: 'the agreed price of the delivery date, or the price of the product, when the line was written',
    example: 3.49,
  },
  weight: {
    kind: DECIMAL,
    in: OUT,
    restIn: [],
    is: 'what one piece weighed when the delivery was created, in kg',
  },
  lots: LINE_LOTS,
} as const satisfies Fields;

export const DELIVERY_FIELDS = {
  id: { kind: ID, in: OUT, example: 4711 },
  supermarketId: {
    kind: ID,
    in: CREATE_AND_OUT,
    restIn: CREATE_AND_FULL,
    is: 'the `id` of the supermarket',
    example: 5,
  },
  branchId: {
    kind: ID,
    restIn: CREATE_AND_FULL,
    is: 'the `id` of a branch of that supermarket',
    changeIs: 'the `id` of another branch of the supermarket',
    example: 8,
  },
  supermarketName: {
    kind: TEXT,
    in: OUT,
    isComputed: true,
    is: 'the name of the supermarket',
    example: 'Oakfield Stores',
  },
  branchName: {
    kind: TEXT,
    in: OUT,
    isComputed: true,
    is: 'the name of the branch',
    example: 'Oakfield West',
  },
  products: {
    kind: listOf(LINE_FIELDS, {
      type: 'DeliveryProduct',
      inputIs: 'A line of a new delivery.',
      max: MAX_PRODUCTS,
      tooMany: `must contain at most ${MAX_PRODUCTS} products`,
      tooFew: 'must contain at least one product',
      distinct: { by: 'productId', error: 'repeats a product; each can appear once' },
      check: ({ lots, quantity: ofLine }) => {
        const found = excessOfLots(lots, ofLine);
        return found && { field: 'lots', found };
      },
    }),
    isComputed: true,
    is: 'the lines of the delivery, in their original order',
    inputIs: `the lines (1–${MAX_PRODUCTS}), each product at most once`,
    changeIs: `all lines of the new version (1–${MAX_PRODUCTS}), each product at most once`,
    changeNote: 'Products of the old version keep their name, price and weight.',
  },
  totalValue: {
    kind: DECIMAL,
    in: OUT,
    is: 'the sum of quantity × unit price of all lines',
    example: 418.8,
  },
  totalQuantity: { kind: INTEGER, in: OUT, restIn: [], is: 'the sum of the quantities of all lines' },
  totalWeight: {
    kind: DECIMAL,
    in: OUT,
    restIn: [],
    is: 'what all lines weigh together, in kg',
  },
  deliveryDate: {
    kind: DATE,
    rule: futureDate,
    is: 'the day on which the delivery is due',
    limits: ": tomorrow or later in the account's time zone (default UTC)",
    example: '2099-12-01',
  },
  notes: {
    kind: TEXT,
    rule: longText,
    restIn: CREATE_AND_FULL,
    isOptional: true,
    isClearable: true,
    is: 'notes about the delivery',
    inputIs: 'notes about the delivery',
    note: 'The REST API returns them with `view=full`.',
    restNote: 'Responses include them with `view=full`.',
    example: 'Ring at the gate',
  },
  reference: {
    kind: IDENTIFIER,
    rule: reference,
    ...MASTER_DATA,
    is: "the supplier's own number of the delivery",
    inputNote: 'It is unique among deliveries that are not cancelled.',
    hint: 'Unique among deliveries that are not cancelled',
  },
  orderNumber: {
    kind: IDENTIFIER,
    rule: identifierText(MAX_REFERENCE),
    ...MASTER_DATA,
    is: "the customer's order number",
    example: 'PO-7741',
  },
  carrier: {
    kind: TEXT,
    rule: identifierText(),
    ...MASTER_DATA,
    is: 'who transports the delivery',
    example: 'Own van',
  },
  status: { kind: DELIVERY_STATUS, in: OUT, is: 'the current status', example: 'pending' },
  createdAt: { kind: TIME, in: OUT, example: '2099-11-20T09:30:00.000Z' },
  updatedAt: {
    kind: TIME,
    in: OUT,
    restIn: ['full'],
    is: 'when the delivery last changed',
    example: '2099-11-20T09:30:00.000Z',
  },
  inTransitAt: { ...MOMENT_IN_FULL, is: 'when the delivery was dispatched; null until then' },
  completedAt: { ...MOMENT_IN_FULL, is: 'when the delivery was completed; null until then' },
  cancelledAt: { ...MOMENT_IN_FULL, is: 'when the delivery was cancelled; null otherwise' },
  replacesId: {
    ...VERSION_IN_FULL,
    is: 'the `id` of the version that this delivery replaces; null if it replaces none',
  },
  replacedById: {
    ...VERSION_IN_FULL,
    is: 'the `id` of the version that replaces this delivery, which is cancelled then; null if none does',
  },
  createdBy: { ...BY_WHOM, is: 'who created the delivery' },
  inTransitBy: { ...BY_WHOM, is: 'who dispatched the delivery' },
  completedBy: { ...BY_WHOM, is: 'who completed the delivery' },
  cancelledBy: { ...BY_WHOM, is: 'who cancelled the delivery' },
} as const satisfies Fields;
