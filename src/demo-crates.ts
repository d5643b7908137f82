import type { Context } from './schema/core/context.ts';
import { adjustContainers } from './schema/trade/container/adjust-containers.ts';
import { createContainerType } from './schema/trade/container/create-container-type.ts';

const TYPES = [
  { name: 'Euro pallet', code: 'EPAL', deposit: 12.5 },
  { name: 'Green crate', code: 'IFCO 6416', deposit: 3.86 },
  { name: 'Roll container', code: 'ROLL', deposit: null },
];

/** The last days of the history, in which crates were counted. */
const CRATE_DAYS = 30;

/** Gives the last month of the history crates and pallets that went out and came back, and one that broke. */
export async function writeCrates(context: Context, accountId: bigint): Promise<void> {
  const ids: bigint[] = [];
  for (const type of TYPES) ids.push(await createContainerType(context, type));
  await context.db.$executeRaw`
    INSERT INTO delivery_containers
      (account_id, delivery_id, type_id, supermarket_id, branch_id, quantity_out, quantity_back, counted_on)
    SELECT account_id, delivery.id, type.id, supermarket_id, branch_id, 1 + (delivery.id + place) % 4,
           (delivery.id + place) % 4, delivery_date
    FROM deliveries delivery, unnest(${ids}::bigint[]) WITH ORDINALITY AS type (id, place)
    WHERE account_id = ${accountId} AND in_transit_at IS NOT NULL
      AND delivery_date >= now()::date - ${CRATE_DAYS}::int AND (delivery.id + place) % 3 = 0`;
  const branch = await context.db.branch.findFirstOrThrow({ where: { accountId }, orderBy: { id: 'asc' } });
  await adjustContainers(context, {
    supermarketId: String(branch.supermarketId),
    branchId: String(branch.id),
    typeId: String(ids[0]),
    quantity: -1,
    reason: 'Broken at the ramp',
  });
}
