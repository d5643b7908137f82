import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { violation } from '../../../problems.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt, notFound } from '../../core/errors.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { todayOf } from '../../people/account/time-zone.ts';
import { CONTAINER_ADJUSTMENT_FIELDS } from './fields.ts';

const AdjustContainers = z.strictObject(rulesToCreate(CONTAINER_ADJUSTMENT_FIELDS));

/**
 * Adds containers to the balance of a supermarket or of one of its branches, or takes them away, and returns
 * the id of the adjustment. It stays: another one counters it.
 *
 * @throws AppError `validation_error`, or `not_found` on the id that is not the account's
 */
export async function adjustContainers(context: Context, input: unknown): Promise<bigint> {
  const { supermarketId, branchId = null, typeId, ...adjustment } = valid(AdjustContainers, input);
  const accountId = accountOf(context);
  const today = todayOf(context);
  const date = adjustment.date ?? today;
  // guard: adjusted-in-future
  if (date > today)
    throw new AppError(faultAt('date', violation('in_future', `must not be later than today, ${today}`)));
  const supermarket = Prisma.sql`
    SELECT id FROM supermarkets WHERE account_id = ${accountId} AND id = ${supermarketId}`;
  const branch = Prisma.sql`
    SELECT id FROM branches
    WHERE account_id = ${accountId} AND supermarket_id = ${supermarketId} AND id = ${branchId}::bigint`;
  const type = Prisma.sql`SELECT id FROM container_types WHERE account_id = ${accountId} AND id = ${typeId}`;
  const [adjusted] = await context.db.$queryRaw<{ id: bigint }[]>`
    INSERT INTO container_adjustments
      (account_id, supermarket_id, branch_id, type_id, quantity, reason, date, adjusted_by)
    SELECT ${accountId}, supermarket.id, branch.id, type.id, ${adjustment.quantity}::int,
           ${adjustment.reason}, ${date}::date, ${actorName(context)}
    FROM (${supermarket}) AS supermarket CROSS JOIN (${type}) AS type LEFT JOIN (${branch}) AS branch ON true
    WHERE (${branchId}::bigint IS NULL OR branch.id IS NOT NULL)
    RETURNING id`;
  if (adjusted) return adjusted.id;
  const [found] = await context.db.$queryRaw<[Record<'supermarket' | 'branch', boolean>]>`
    SELECT EXISTS (${supermarket}) AS supermarket,
           ${branchId}::bigint IS NULL OR EXISTS (${branch}) AS branch`;
  if (!found.supermarket) throw notFound('supermarket', 'supermarketId');
  if (!found.branch) throw notFound('branch', 'branchId', 'this supermarket');
  throw notFound('container type', 'typeId');
}
