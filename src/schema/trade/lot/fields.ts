import { type Violation, violation } from '../../../problems.ts';
import { MAX_QUANTITY } from '../../core/limits.ts';
import { CREATE, CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import { DATE, IDENTIFIER, INTEGER, TEXT } from '../../core/noun/kinds.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { figure, identifierText, quantity } from '../../core/noun/rules.ts';
import { MAX_LOT, MAX_LOTS } from '../limits.ts';

/** The default number of corrections of a delivery's lots in a response. */
export const LOT_CORRECTIONS = 100;

/** A rule for a lot. Upper and lower case differ. */
export const lot = identifierText(MAX_LOT);

/** Matches lots of GS1's AI (10): up to 20 characters of its character set 82. */
const GS1_LOT = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** Returns whether GS1 labels can show the lot. */
export function isGs1Lot(value: string | null): boolean {
  return value !== null && GS1_LOT.test(value);
}

export const LOT_FIELDS = {
  lot: {
    kind: IDENTIFIER,
    rule: lot,
    in: CREATE_AND_OUT,
    isOptional: true,
    is: 'the number of the lot or batch; null when only a date is known',
    inputIs: 'the number of the lot or batch',
    inputNote: 'Case-sensitive. Each lot can appear once in a line. Required without a date.',
    example: 'L4711',
  },
  bestBefore: {
    kind: DATE,
    in: CREATE_AND_OUT,
    isOptional: true,
    is: 'the best-before date',
    inputNote: 'Cannot be combined with a use-by date.',
    example: '2099-12-20',
  },
  useBy: {
    kind: DATE,
    in: CREATE_AND_OUT,
    isOptional: true,
    is: 'the use-by date',
    inputNote: 'Cannot be combined with a best-before date.',
    example: null,
  },
  quantity: {
    kind: INTEGER,
    rule: quantity,
    shown: quantity,
    in: CREATE_AND_OUT,
    is: 'the quantity of this lot in the line',
    limits: ` (1–${figure(MAX_QUANTITY)})`,
    inputNote: 'All lots of a line must not exceed its quantity.',
    example: 120,
  },
  source: {
    kind: TEXT,
    in: CREATE_AND_OUT,
    restIn: [],
    isOptional: true,
    is: 'who assigned the lot, if not the `lotSource` of the product',
  },
  returnedQuantity: { kind: INTEGER, in: OUT, restIn: [], is: 'the quantity of this lot returned so far' },
} as const satisfies Fields;

/** The lots of a line. */
export const LOTS = listOf(LOT_FIELDS, {
  type: 'DeliveryLot',
  inputIs: `A lot of at most ${MAX_LOT} characters, a best-before or a use-by date, or a lot with one of them.`,
  max: MAX_LOTS,
  tooMany: `must contain at most ${MAX_LOTS} lots`,
  distinct: { by: 'lot', error: 'repeats a lot; each can appear once' },
  check: (item, nameOf) => {
    const [hasBestBefore, hasUseBy] = [item[nameOf('bestBefore')] != null, item[nameOf('useBy')] != null];
    if (hasBestBefore && hasUseBy) {
      const other = nameOf('useBy');
      return {
        field: 'bestBefore',
        found: violation('not_with', `must not be combined with ${other}`, { other }),
      };
    }
    if (hasBestBefore || hasUseBy || item[nameOf('lot')] != null) return undefined;
    const others = [nameOf('bestBefore'), nameOf('useBy')];
    return {
      field: 'lot',
      found: violation('required_without', `is required without ${others.join(' or ')}`, { others }),
    };
  },
});

/** Returns the violation of lots that have more pieces than their line; undefined if there is none. */
export function excessOfLots(lots: unknown, lineQuantity: unknown): Violation | undefined {
  if (!Array.isArray(lots)) return undefined;
  const sum = (lots as { quantity: number }[]).reduce((total, each) => total + each.quantity, 0);
  const max = lineQuantity as number;
  if (sum <= max) return undefined;
  const wording = `must not exceed the quantity of the line, ${max}; they add up to ${sum}`;
  return violation('exceeds_line', wording, { max, sum });
}

/** The field of a delivery's line; REST takes lots, but never shows them. */
export const LINE_LOTS = {
  kind: LOTS,
  in: CREATE_AND_OUT,
  restIn: CREATE,
  isOptional: true,
  isComputed: true,
  is: 'the lots and dates that the line consists of',
  inputIs: `the lots and dates that the line consists of (at most ${MAX_LOTS})`,
} as const;
