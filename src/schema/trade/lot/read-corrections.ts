import { accountOf, type Context } from '../../core/context.ts';
import { MAX_CORRECTIONS } from './fields.ts';
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

/** Reads the newest corrections of each delivery. */
export async function readCorrections(context: Context, ids: readonly bigint[]): Promise<ReadCorrection[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(ReadCorrection & { deliveryId: bigint })[]>`
    SELECT correction.* FROM unnest(${[...ids]}::bigint[]) AS delivery (id) CROSS JOIN LATERAL (
      SELECT delivery_id AS "deliveryId", corrected_at AS at, corrected_by AS by, reason, product_id AS "productId",
             lots_before AS before, lots_after AS after
      FROM lot_corrections
      WHERE account_id = ${accountId} AND delivery_id = delivery.id
      ORDER BY lot_corrections.id DESC LIMIT ${MAX_CORRECTIONS}
    ) AS correction`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) => byDelivery.get(id) ?? []);
}
