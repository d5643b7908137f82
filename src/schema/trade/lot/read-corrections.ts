import { accountOf, type Context } from '../../core/context.ts';
import type { RankRange } from '../../core/list/places.ts';
import type { KeptLot } from './write-correction.ts';

/** A correction of the lots of a line. */
export interface ReadCorrection {
  at: Date;
  by: string | null;
  reason: string;
  productId: bigint;
  before: KeptLot[];
  after: KeptLot[];
}

/** Reads corrections of each delivery, newest first. */
export async function readCorrections(
  context: Context,
  ids: readonly bigint[],
  { first, skip }: RankRange,
): Promise<ReadCorrection[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(ReadCorrection & { deliveryId: bigint })[]>`
    SELECT correction.* FROM unnest(${[...ids]}::bigint[]) AS delivery (id) CROSS JOIN LATERAL (
      SELECT delivery_id AS "deliveryId", corrected_at AS at, corrected_by AS by, reason, product_id AS "productId",
             lots_before AS before, lots_after AS after
      FROM lot_corrections
      WHERE account_id = ${accountId} AND delivery_id = delivery.id
      ORDER BY lot_corrections.id DESC LIMIT ${first} OFFSET ${skip}
    ) AS correction`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) => byDelivery.get(id) ?? []);
}

/** Counts the corrections of each delivery. */
export async function countCorrections(context: Context, ids: readonly bigint[]): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: bigint; count: number }[]>`
    SELECT delivery_id AS id, count(*)::int AS count FROM lot_corrections
    WHERE account_id = ${accountOf(context)} AND delivery_id = ANY(${[...ids]}::bigint[]) GROUP BY delivery_id`;
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
