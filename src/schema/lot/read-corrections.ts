import type { Query } from '@provender/compiled-execution/pothos';
import type { Product } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { MAX_CORRECTIONS } from './fields.ts';
import type { KeptLot } from './write-correction.ts';

/** A correction of the lots of a line. */
export interface ReadCorrection {
  at: Date;
  by: string | null;
  reason: string;
  productId: bigint;
  product: Product;
  before: KeptLot[];
  after: KeptLot[];
}

/** Reads the newest corrections of each delivery, with their products as `selection` selects them. */
export async function readCorrections(
  context: Context,
  ids: readonly bigint[],
  selection: Query,
): Promise<ReadCorrection[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(Omit<ReadCorrection, 'product'> & { deliveryId: bigint })[]>`
    SELECT correction.* FROM unnest(${[...ids]}::bigint[]) AS delivery (id) CROSS JOIN LATERAL (
      SELECT delivery_id AS "deliveryId", corrected_at AS at, corrected_by AS by, reason, product_id AS "productId",
             lots_before AS before, lots_after AS after
      FROM lot_corrections
      WHERE account_id = ${accountId} AND delivery_id = delivery.id
      ORDER BY lot_corrections.id DESC LIMIT ${MAX_CORRECTIONS}
    ) AS correction`;
  if (rows.length === 0) return ids.map(() => []);
  const products = await context.db.product.findMany({
    ...selection,
    where: { accountId, id: { in: [...new Set(rows.map(({ productId }) => productId))] } },
  });
  const byId = new Map(products.map((product) => [product.id, product]));
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) =>
    (byDelivery.get(id) ?? []).map((row) => ({ ...row, product: byId.get(row.productId)! })),
  );
}
