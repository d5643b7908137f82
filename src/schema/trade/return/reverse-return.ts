import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, byId, type Context } from '../../core/context.ts';
import { type AppError, fault, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import { valid } from '../../core/noun/valid.ts';
import { write } from '../../core/write/write.ts';
import { REVERSAL_FIELDS } from './fields.ts';
import { insertReturn } from './insert-return.ts';

const REVERSAL_COLUMNS = Prisma.sql`account_id, id, delivery_id, product_id, supermarket_id, quantity, reason,
  description, return_date, credit_amount, lot, created_by, reverses_id`;

const ReverseReturn = z.strictObject({ reason: REVERSAL_FIELDS.reason.rule });

/**
 * Reverses a return by a new one with the negative quantity and credit, dated today in the account's time
 * zone, or on the return's date if that is later. Returns its id. The same statement makes the quantity of
 * the line and lot returnable again.
 *
 * @throws AppError `validation_error`, `not_found` on id, or `invalid_transition` on id for a return that is
 * reversed already, or is itself a reversal
 */
export async function reverseReturn(context: Context, id: string, input: unknown): Promise<bigint> {
  const { reason } = valid(ReverseReturn, input);
  const record = recordIdOf(id);
  const created = await inOneTransaction(context, async (inside) => {
    // Lots that are replaced while a statement waits for the line are visible only to a later statement.
    await inside.db.$queryRaw`
      SELECT FROM returns return
      JOIN delivery_items item ON item.account_id = return.account_id
        AND item.delivery_id = return.delivery_id AND item.product_id = return.product_id
      WHERE return.account_id = ${accountOf(inside)} AND return.id = ${record}
      FOR NO KEY UPDATE OF item`;
    return insertReversal(inside, record, reason);
  });
  if (created === undefined) throw await reversalRefusal(context, record);
  return created;
}

async function insertReversal(context: Context, id: bigint, reason: string): Promise<bigint | undefined> {
  const accountId = accountOf(context);
  // The new id is drawn by the update of the old row, so that both can name each other in one statement.
  const before = Prisma.sql`
    old AS (
      UPDATE returns SET reversed_by_id = next_id('returns_id_seq')
      WHERE account_id = ${accountId} AND id = ${id} AND reversed_by_id IS NULL AND reverses_id IS NULL
      RETURNING *
    ), line AS (
      UPDATE delivery_items item SET returned_quantity = returned_quantity - old.quantity
      FROM old
      WHERE item.account_id = ${accountId} AND item.delivery_id = old.delivery_id
        AND item.product_id = old.product_id
      RETURNING item.name
    ), lot AS (
      UPDATE delivery_item_lots lot SET returned_quantity = returned_quantity - old.quantity
      FROM old
      WHERE lot.account_id = ${accountId} AND lot.delivery_id = old.delivery_id
        AND lot.product_id = old.product_id AND lot.lot = old.lot AND lot.superseded_at IS NULL
    )`;
  const row = Prisma.sql`
    SELECT account_id, reversed_by_id, delivery_id, product_id, supermarket_id, -quantity, reason, ${reason},
           greatest(${todayOf(context)}::date, return_date), -credit_amount, lot, ${actorName(context)}, id
    FROM old`;
  const [created] = await write<{ id: bigint }>(context, {
    ...insertReturn(before, REVERSAL_COLUMNS, row),
    returns: Prisma.sql`id FROM return`,
  });
  return created?.id;
}

async function reversalRefusal(context: Context, id: bigint): Promise<AppError> {
  const found = await context.db.return.findUnique({
    ...byId(context, id),
    select: { reversesId: true, reversedById: true },
  });
  if (!found) return notFound('return', 'id');
  const problem =
    found.reversesId === null
      ? `This return was reversed already, by return ${found.reversedById}`
      : `This return reverses return ${found.reversesId}, and cannot be reversed itself. Record a return instead`;
  return fault(found.reversesId === null ? 'return_reversed' : 'is_reversal', problem, 'id');
}
