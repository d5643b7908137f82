import { z } from 'zod';
import { MAX_QUANTITY } from '../../core/limits.ts';
import { CREATE, type Fields, type Kind } from '../../core/noun/fields.ts';
import { enumOf, ID, IDENTIFIER, INTEGER, TEXT } from '../../core/noun/kinds.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { lot } from '../lot/fields.ts';
import { instant, lengthFirst, text } from '../../core/noun/rules.ts';
import { SUPPLIER_REASONS } from '../return/faults.ts';
import { reason } from '../return/fields.ts';
import { finding } from '../../core/noun/issues.ts';
import { MAX_PHOTOS, MAX_PRODUCTS, MAX_TEMPERATURES } from '../limits.ts';
import { signature } from './draw-signature.ts';

/** How a receipt was recorded. */
export const SOURCE = enumOf('ReceiptSource', 'How a receipt was recorded.', {
  session: 'On the web page.',
  key: 'With an API key.',
  link: 'With the link of the delivery.',
});

/** The states of a receipt. */
export const STATE = enumOf('ReceiptState', 'What a receipt waits for.', {
  confirmed:
    'The supplier has not accepted it yet: the branch confirmed it by its link, or a driver recorded that less arrived or that it was too warm.',
  disputed: 'A dispute waits for the decision of the supplier.',
  asked: 'All open disputes wait for the answer of the branch.',
  settled: 'It waits for nothing.',
});

export const DISPUTE_STATUS = enumOf('DisputeStatus', 'What became of a dispute.', {
  open: 'The supplier has not decided yet.',
  accepted: 'The supplier accepted it, and what is missing was returned.',
  declined: 'The supplier declined it. Nothing was returned.',
});

/** The states in which a receipt waits for the supplier. */
export const TO_CHECK = ['confirmed', 'disputed'] as const satisfies readonly (typeof STATE.values)[number][];

export const ZONE = enumOf('TemperatureZone', 'What a temperature was measured of.', {
  ambient: 'Goods without cooling.',
  chilled: 'Chilled goods.',
  frozen: 'Frozen goods.',
});

/** The highest temperatures at which goods may arrive, in degrees Celsius. Ambient goods have no limit. */
export type Warmest = Record<Exclude<Temperature['zone'], 'ambient'>, number>;

/** Returns whether goods arrived warmer than their zone allows. */
export function isTooWarm({ zone, celsius: measured }: Temperature, warmest: Warmest): boolean {
  return zone !== 'ambient' && measured > warmest[zone];
}

/** The reason for less received goods, unless the line has its own. */
export const [DEFAULT_REASON] = SUPPLIER_REASONS;

const RECEIVED = `must be an integer from 0 to ${MAX_QUANTITY}`;
const received = z.int(RECEIVED).min(0, RECEIVED).max(MAX_QUANTITY, RECEIVED);
const CELSIUS = 'must be a number from -60 to 60 with at most one decimal';
const celsius = z
  .number(CELSIUS)
  .min(-60, CELSIUS)
  .max(60, CELSIUS)
  .refine((value) => /^-?\d+(\.\d)?$/.test(String(value)), finding('too_many_decimals', CELSIUS, { max: 1 }));

const FLOAT = { type: 'Float', sql: 'numeric', rule: celsius, shown: celsius } satisfies Kind as Kind<
  typeof celsius,
  number
>;

/** The maximum number of lines of a receipt. A product can have one for each of its lots. */
export const MAX_RECEIPT_LINES = MAX_PRODUCTS;

export const RECEIPT_LINE_FIELDS = {
  productId: { kind: ID, in: CREATE, is: 'the `id` of a product in the delivery' },
  lot: {
    kind: IDENTIFIER,
    rule: lot,
    in: CREATE,
    isOptional: true,
    is: 'the lot that was received',
    inputNote:
      'Quantities are then those of this lot, and the return names it. Beside lines with lots, a line without one is about the pieces that have no lot. Without any, it is about all pieces of the product.',
  },
  received: {
    kind: INTEGER,
    rule: received,
    in: CREATE,
    is: 'the quantity received',
    limits: ', more than was delivered only with `confirmed`',
    inputNote: 'What is missing becomes a return, less what was returned before.',
  },
  confirmed: {
    kind: INTEGER,
    rule: received,
    in: CREATE,
    isOptional: true,
    is: 'the same as `received`, once somebody checked that more arrived than was delivered',
    limits: '',
  },
  reason: {
    kind: TEXT,
    rule: reason,
    in: CREATE,
    isOptional: true,
    is: `why less was received: ${SUPPLIER_REASONS.map((each) => `\`${each}\``).join(', ')}, or any other text`,
    limits: ` (default \`${DEFAULT_REASON}\`)`,
  },
} as const satisfies Fields;

export const TEMPERATURE_FIELDS = {
  zone: { kind: ZONE, in: CREATE, is: 'what the temperature was measured of' },
  celsius: {
    kind: FLOAT,
    in: CREATE,
    is: 'the temperature in degrees Celsius',
    limits: ' (−60 to 60, at most one decimal)',
  },
} as const satisfies Fields;

const LINES = listOf(RECEIPT_LINE_FIELDS, {
  type: 'ReceiptLine',
  max: MAX_RECEIPT_LINES,
  tooMany: `must contain at most ${MAX_RECEIPT_LINES} lines`,
  distinct: {
    by: 'productId',
    with: 'lot',
    error: 'repeats a product; each can appear once, or once for each lot',
  },
});

const TEMPERATURES = listOf(TEMPERATURE_FIELDS, {
  type: 'ReceiptTemperature',
  max: MAX_TEMPERATURES,
  tooMany: `must contain at most ${MAX_TEMPERATURES} temperatures`,
});

const TOO_MANY_PHOTOS = `must contain at most ${MAX_PHOTOS} photos`;

/** The rule of the receipt of a delivery. */
export const ReceiptInput = z.strictObject({
  at: instant.nullish(),
  receivedBy: text(),
  lines: LINES.rule.nullish(),
  signature: signature.nullish(),
  temperatures: TEMPERATURES.rule.nullish(),
  photos: lengthFirst(z.array(ID.rule, 'must be an array'), MAX_PHOTOS, TOO_MANY_PHOTOS).nullish(),
});

export type ReceiptInput = z.output<typeof ReceiptInput>;

export type Temperature = NonNullable<ReceiptInput['temperatures']>[number];
