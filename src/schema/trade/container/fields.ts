import { z } from 'zod';
import { MAX_LONG_TEXT, MAX_PRICE } from '../../core/limits.ts';
import { CREATE, CREATE_AND_OUT, type Fields, OUT } from '../../core/noun/fields.ts';
import { DATE, DECIMAL, ID, IDENTIFIER, INTEGER, MOMENT_IN_FULL, TEXT } from '../../core/noun/kinds.ts';
import { finding } from '../../core/noun/issues.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { figure, identifierText, multiLineText, price } from '../../core/noun/rules.ts';
import { MAX_ADJUSTED, MAX_CONTAINER_CODE, MAX_CONTAINER_ROWS, MAX_CONTAINERS } from '../limits.ts';

export const CONTAINER_TYPE_FIELDS = {
  id: { kind: ID, in: OUT, example: 3 },
  name: { kind: TEXT, is: 'the name', example: 'Euro pallet' },
  code: {
    kind: IDENTIFIER,
    rule: identifierText(MAX_CONTAINER_CODE),
    is: 'the code',
    inputNote: 'It is unique in the account.',
    hint: 'Unique among your container types',
    example: 'EPAL',
  },
  deposit: {
    kind: DECIMAL,
    rule: price,
    isOptional: true,
    isClearable: true,
    is: "the deposit for one container in the account's currency",
    limits: `, 0–${figure(MAX_PRICE)} with at most 2 decimals`,
    hint: 'Shown only: it is part of no amount',
    example: 12.5,
  },
  archivedAt: {
    ...MOMENT_IN_FULL,
    is: 'when the container type was archived',
    note: 'Null while it is in use.',
  },
} as const satisfies Fields;

const COUNT_RULE = `must be an integer from 0 to ${figure(MAX_CONTAINERS)}`;
const containerCount = z.int(COUNT_RULE).min(0, COUNT_RULE).max(MAX_CONTAINERS, COUNT_RULE);

const COUNT = {
  kind: INTEGER,
  rule: containerCount,
  in: CREATE,
  isOptional: true,
  limits: ` (0–${figure(MAX_CONTAINERS)}, default 0)`,
  inputNote: 'In a receipt, one that is left out stays as it is.',
} as const;

export const CONTAINER_ROW_FIELDS = {
  typeId: { kind: ID, in: CREATE, is: 'the `id` of the container type', example: 3 },
  out: { ...COUNT, is: 'how many went out', example: 10 },
  back: { ...COUNT, is: 'how many came back', example: 4 },
} as const satisfies Fields;

/** The containers of a delivery. */
export const CONTAINER_ROWS = listOf(CONTAINER_ROW_FIELDS, {
  type: 'ContainerRow',
  inputIs: 'The containers of a type that went out with a delivery, and that came back.',
  max: MAX_CONTAINER_ROWS,
  tooMany: `must contain at most ${MAX_CONTAINER_ROWS} container types`,
  distinct: { by: 'typeId', error: 'repeats a container type; each can appear once' },
});

export type ContainerRow = z.output<typeof CONTAINER_ROWS.rule>[number];

const ADJUSTED_RULE = `must be an integer from -${figure(MAX_ADJUSTED)} to ${figure(MAX_ADJUSTED)}, but not 0`;

/** A number of containers to add or to take away. */
const adjustedCount = z
  .int(ADJUSTED_RULE)
  .min(-MAX_ADJUSTED, ADJUSTED_RULE)
  .max(MAX_ADJUSTED, ADJUSTED_RULE)
  .refine((count) => count !== 0, finding('invalid_value', ADJUSTED_RULE));

export const CONTAINER_ADJUSTMENT_FIELDS = {
  id: { kind: ID, in: OUT, example: 12 },
  supermarketId: { kind: ID, in: CREATE, is: 'the `id` of the supermarket', example: 5 },
  branchId: {
    kind: ID,
    in: CREATE,
    isOptional: true,
    is: 'the `id` of the branch',
    limits: ' (default: the supermarket itself)',
  },
  typeId: { kind: ID, in: CREATE, is: 'the `id` of the container type', example: 3 },
  quantity: {
    kind: INTEGER,
    rule: adjustedCount,
    in: CREATE_AND_OUT,
    is: 'how many containers more are at the supermarket, or fewer if it is negative',
    limits: ` (−${figure(MAX_ADJUSTED)} to ${figure(MAX_ADJUSTED)}, not 0)`,
    example: -1,
  },
  reason: {
    kind: TEXT,
    rule: multiLineText(MAX_LONG_TEXT),
    in: CREATE_AND_OUT,
    is: 'why the balance is adjusted',
    example: 'broken',
  },
  date: {
    kind: DATE,
    in: CREATE,
    isOptional: true,
    is: 'the day that it counts on',
    limits: " (default: today in the account's time zone), not later than today",
  },
} as const satisfies Fields;
