import { MAX_PRICE, MAX_SHELF_LIFE_DAYS, MAX_UNITS_PER_CASE } from '../../core/limits.ts';
import { type Fields, OUT } from '../../core/noun/fields.ts';
import {
  DECIMAL,
  enumOf,
  ID,
  IDENTIFIER,
  INTEGER,
  MASTER_DATA,
  MOMENT_IN_FULL,
  TEXT,
  TIME,
} from '../../core/noun/kinds.ts';
import { figure, price, sequentialId, weight } from '../../core/noun/rules.ts';
import { gtin, reference, shelfLifeDays, unitsPerCase } from '../../core/noun/trade-numbers.ts';

const LOT_TRACKING = enumOf('LotTracking', 'Whether deliveries need the lots of a product.', {
  none: 'The product has no lots.',
  optional: 'Lots can be entered.',
  required: 'A delivery is dispatched only when its lots are the whole quantity of the line.',
});

export const PRODUCT_UNIT = enumOf('Unit', 'The unit that quantities of a product are counted in.', {
  piece: 'A piece.',
  case: 'A case.',
  pack: 'A pack.',
  box: 'A box.',
  crate: 'A crate.',
  kilogram: 'A kilogram.',
  litre: 'A litre.',
});

/** How many changes of a product's price a response has by default. */
export const PRICE_CHANGES = 50;

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
  category: { kind: TEXT, is: 'the category', hint: 'For example, bakery', example: 'bakery' },
  createdAt: { kind: TIME, in: OUT, example: '2099-11-20T09:30:00.000Z' },
  reference: {
    kind: IDENTIFIER,
    rule: reference,
    ...MASTER_DATA,
    is: "the supplier's own number of the product",
    inputNote: 'It is unique in the account.',
    hint: 'Unique among your products',
  },
  gtin: {
    kind: IDENTIFIER,
    rule: gtin,
    ...MASTER_DATA,
    is: 'the GTIN',
    limits: ': 8, 12, 13 or 14 digits with a correct check digit',
    hint: '8, 12, 13 or 14 digits',
    example: '4006381333931',
  },
  unit: {
    kind: PRODUCT_UNIT,
    ...MASTER_DATA,
    absent: 'piece',
    is: 'the unit that quantities are counted in',
    limits: ' (default `PIECE`)',
    restIs: 'the unit that quantities are counted in (default `piece`)',
    example: 'piece',
  },
  unitsPerCase: {
    kind: INTEGER,
    rule: unitsPerCase,
    ...MASTER_DATA,
    is: 'how many units a case contains',
    limits: ` (1–${figure(MAX_UNITS_PER_CASE)})`,
    example: 12,
  },
  caseGtin: {
    kind: IDENTIFIER,
    rule: gtin,
    ...MASTER_DATA,
    is: 'the GTIN of a case',
    limits: ': 8, 12, 13 or 14 digits with a correct check digit',
    hint: '8, 12, 13 or 14 digits',
    example: '14006381333938',
  },
  brand: { kind: TEXT, ...MASTER_DATA, is: 'the brand', example: 'Hearth & Field' },
  packaging: { kind: TEXT, ...MASTER_DATA, is: 'how the product is packed', example: 'paper bag' },
  shelfLifeDays: {
    kind: INTEGER,
    rule: shelfLifeDays,
    ...MASTER_DATA,
    is: 'the shelf life in days',
    limits: ` (1–${figure(MAX_SHELF_LIFE_DAYS)})`,
    example: 5,
  },
  lotTracking: {
    kind: LOT_TRACKING,
    restIn: [],
    isOptional: true,
    absent: 'optional',
    is: 'whether deliveries need the lots of the product',
    limits: ' (default `OPTIONAL`)',
  },
  lotSource: {
    kind: TEXT,
    restIn: [],
    isOptional: true,
    isClearable: true,
    is: 'who assigns the lots: a name and address, a GLN or a reference',
    hint: 'Name and address, if not you',
  },
  updatedAt: {
    kind: TIME,
    in: OUT,
    restIn: ['full'],
    is: 'when the product last changed',
    example: '2099-11-20T09:30:00.000Z',
  },
  archivedAt: {
    ...MOMENT_IN_FULL,
    is: 'when the product was archived',
    note: 'Null while it is in use.',
  },
} as const satisfies Fields;
