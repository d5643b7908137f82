import DataLoader from 'dataloader';
import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { hasWithdrawnLots } from './withdrawn-dispatch.ts';
import { isWithdrawn } from './withdrawn-lots.ts';

const deliveryLoaders = new WeakMap<Context, DataLoader<bigint, boolean>>();

/** Reads together whether the deliveries of a response have withdrawn lots. */
export function withdrawnDeliveriesOf(context: Context): DataLoader<bigint, boolean> {
  const cached = deliveryLoaders.get(context);
  if (cached) return cached;
  const accountId = accountOf(context);
  const loader = new DataLoader<bigint, boolean>(
    async (ids) => {
      const rows = await context.db.$queryRaw<{ id: bigint }[]>`
        SELECT id FROM unnest(${[...ids]}::bigint[]) AS delivery (id)
        WHERE ${hasWithdrawnLots(accountId, Prisma.sql`delivery.id`)}`;
      const withdrawn = new Set(rows.map(({ id }) => id));
      return ids.map((id) => withdrawn.has(id));
    },
    { cache: false },
  );
  deliveryLoaders.set(context, loader);
  return loader;
}

const loaders = new WeakMap<Context, DataLoader<bigint, boolean>>();

/** Reads together whether the lots of a response are withdrawn. */
export function withdrawnLotsOf(context: Context): DataLoader<bigint, boolean> {
  const cached = loaders.get(context);
  if (cached) return cached;
  const accountId = accountOf(context);
  const loader = new DataLoader<bigint, boolean>(
    async (ids) => {
      const rows = await context.db.$queryRaw<{ id: bigint }[]>`
        SELECT lot.id FROM delivery_item_lots lot
        WHERE lot.account_id = ${accountId} AND lot.id = ANY(${[...ids]}::bigint[]) AND EXISTS (
          SELECT FROM withdrawals withdrawal
          WHERE withdrawal.account_id = ${accountId} AND withdrawal.product_id = lot.product_id
            AND withdrawal.kind <> 'test' AND ${isWithdrawn('withdrawal', 'lot')})`;
      const withdrawn = new Set(rows.map(({ id }) => id));
      return ids.map((id) => withdrawn.has(id));
    },
    // A context can serve several executions.
    { cache: false },
  );
  loaders.set(context, loader);
  return loader;
}
