import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { requireRoom } from '../../people/account/quota.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { columns, values } from '../../core/noun/fields-sql.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { dateOf } from './days.ts';
import { STANDING_ORDER_FIELDS } from './fields.ts';
import { freeReference } from './free-reference.ts';
import { addGenerationJob } from './generation-jobs.ts';
import { readClock } from './read-orders.ts';
import { requireConsistent } from './require-consistent.ts';
import { requireUsable } from './require-usable.ts';
import { writeLines } from './write-lines.ts';

export const CreateStandingOrder = z.strictObject(rulesToCreate(STANDING_ORDER_FIELDS));
const COLUMNS = columns(STANDING_ORDER_FIELDS);

/**
 * Creates a standing order and returns its id. Its first occurrence is after today in the account's time
 * zone.
 *
 * @throws AppError `validation_error`, `quota_exceeded`, or `not_found` naming the reference that is not the
 * account's
 */
export async function createStandingOrder(context: Context, input: unknown): Promise<bigint> {
  const order = valid(CreateStandingOrder, input);
  requireConsistent(order, true);
  const accountId = accountOf(context);
  const write = async (tx: Tx) => {
    const { today } = await readClock(tx, accountId);
    await requireRoom(
      tx,
      accountId,
      'standingOrders',
      Prisma.sql`SELECT FROM standing_orders WHERE account_id = ${accountId} AND ended_at IS NULL
        AND coalesce(ends_on >= ${dateOf(today)}::date, true)`,
    );
    await requireUsable({ ...context, db: tx }, order);
    await freeReference(tx, accountId, order.reference, { today });
    const [created] = await tx.$queryRaw<[{ id: bigint }]>`
      INSERT INTO standing_orders (account_id, ${COLUMNS}, settled_until, check_at)
      VALUES (${accountId}, ${values(STANDING_ORDER_FIELDS, order)}, ${dateOf(today)}::date, now())
      RETURNING id`;
    await writeLines(tx, accountId, created.id, order.lines);
    await addGenerationJob(tx, accountId);
    return created.id;
  };
  return withReference(context, 'StandingOrder', order.reference, () => inTransaction(context.db, write));
}
