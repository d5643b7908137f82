import type { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LOTS } from './fields.ts';

type Lot = z.output<typeof LOTS.rule>[number];

/** A line and its new lots. */
export interface LotsOfLine {
  productId: bigint;
  lots?: Lot[] | null | undefined;
}

/** A lot with the product of its line. */
type LotOfLine = Lot & { productId: bigint };

/** Returns the lots of lines, in their order. */
export function lotsOf(lines: readonly LotsOfLine[]): LotOfLine[] {
  return lines.flatMap(({ productId, lots }) => (lots ?? []).map((lot) => ({ ...lot, productId })));
}

/** Returns the INSERT of lots into lines, the rows of `item`. */
export function insertLots(lots: LotOfLine[], item: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO delivery_item_lots
      (account_id, delivery_id, product_id, lot, best_before, use_by, quantity, source)
    SELECT item.account_id, item.delivery_id, product_id, lot, best_before, use_by, given.quantity, source
    FROM ${givenLots(lots)} JOIN ${Prisma.raw(item)} AS item USING (product_id)
    ORDER BY place
    RETURNING *`;
}

/** Returns lots as rows named `given`, with their position in the input as `place`. */
export function givenLots(lots: LotOfLine[]): Prisma.Sql {
  return Prisma.sql`unnest(
      ${lots.map(({ productId }) => productId)}::bigint[], ${lots.map(({ lot }) => lot ?? null)}::text[],
      ${lots.map(({ bestBefore }) => bestBefore ?? null)}::date[],
      ${lots.map(({ useBy }) => useBy ?? null)}::date[],
      ${lots.map(({ quantity }) => quantity)}::int[], ${lots.map(({ source }) => source ?? null)}::text[]
    ) WITH ORDINALITY AS given (product_id, lot, best_before, use_by, quantity, source, place)`;
}
