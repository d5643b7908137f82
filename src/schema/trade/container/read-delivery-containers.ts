import { accountOf, type Context } from '../../core/context.ts';
import { readTogether } from '../../core/list/read-together.ts';

/** The containers of a type in a delivery. */
export interface DeliveryContainer {
  typeId: bigint;
  out: number;
  back: number;
}

/** Reads the containers of a delivery, in the order of the names of their types. */
export const containersOf = readTogether<bigint, DeliveryContainer[]>(readDeliveryContainers);

async function readDeliveryContainers(
  context: Context,
  ids: readonly bigint[],
): Promise<DeliveryContainer[][]> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(DeliveryContainer & { deliveryId: bigint })[]>`
    SELECT delivery_id AS "deliveryId", type_id AS "typeId", quantity_out AS out, quantity_back AS back
    FROM delivery_containers row JOIN container_types type ON type.account_id = ${accountId} AND type.id = type_id
    WHERE row.account_id = ${accountId} AND delivery_id = ANY(${[...new Set(ids)]}::bigint[])
    ORDER BY name COLLATE "und-x-icu", type_id`;
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return ids.map((id) => byDelivery.get(id) ?? []);
}
