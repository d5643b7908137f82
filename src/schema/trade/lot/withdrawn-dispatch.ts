import { Prisma } from '../../../generated/prisma/client.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { isWithdrawn } from './withdrawn-lots.ts';

/** Returns SQL for the newest withdrawal that names the row `lot`, except tests. */
export function withdrawalOf(accountId: bigint, columns: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns} FROM withdrawals withdrawal
    WHERE withdrawal.account_id = ${accountId} AND withdrawal.product_id = lot.product_id
      AND withdrawal.kind <> 'test' AND ${isWithdrawn('withdrawal', 'lot')}
    ORDER BY withdrawal.id DESC LIMIT 1`;
}

/** Returns SQL for whether the account has withdrawals, so that lots are read only in these accounts. */
export function hasWithdrawals(accountId: bigint): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM withdrawals WHERE account_id = ${accountId} AND kind <> 'test')`;
}

/** Returns SQL for whether the delivery has a withdrawn lot. */
export function hasWithdrawnLots(accountId: bigint, deliveryId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${hasWithdrawals(accountId)} AND EXISTS (
    SELECT FROM delivery_item_lots lot
    WHERE lot.account_id = ${accountId} AND lot.delivery_id = ${deliveryId} AND lot.superseded_at IS NULL
      AND EXISTS (${withdrawalOf(accountId, Prisma.empty)})))`;
}

/** Returns SQL for whether the account refuses to dispatch the delivery, because it has a withdrawn lot. */
export function isRefusedAsWithdrawn(accountId: bigint, deliveryId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    (SELECT refuses_withdrawn FROM accounts WHERE id = ${accountId}) AND ${hasWithdrawnLots(accountId, deliveryId)})`;
}

/** Returns the error for a delivery with withdrawn lots that the account refuses to dispatch. */
export function withdrawnRefusal(): AppError {
  const problem = 'This delivery has a withdrawn lot. Replace the lot, or cancel the delivery';
  return fault('lot_withdrawn', problem, 'status');
}

/**
 * Returns the part of a statement that records the withdrawn lots of deliveries that the part `delivery`
 * dispatches.
 */
export function noteDispatches(accountId: bigint): Prisma.Sql {
  return Prisma.sql`withdrawn AS (
    INSERT INTO withdrawn_dispatches (account_id, delivery_id, withdrawal_id, product_id, lot)
    SELECT ${accountId}, delivery.id, withdrawal.id, lot.product_id, lot.lot
    FROM delivery
    JOIN delivery_item_lots lot ON lot.account_id = ${accountId} AND lot.delivery_id = delivery.id
      AND lot.superseded_at IS NULL
    CROSS JOIN LATERAL (${withdrawalOf(accountId, Prisma.sql`withdrawal.id`)}) AS withdrawal
    WHERE ${hasWithdrawals(accountId)}
  )`;
}
