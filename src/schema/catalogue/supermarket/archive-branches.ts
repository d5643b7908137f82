import { Prisma } from '../../../generated/prisma/client.ts';
import { ARCHIVED, IN_USE } from '../../core/noun/archived.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { supermarketOf } from './lock-supermarket.ts';

/**
 * Archives a branch: it stays, but new deliveries cannot go to it. Returns its id. Archiving again keeps the
 * first time.
 *
 * @param supermarket the supermarket that must have the branch, if one is given
 * @throws AppError `not_found`
 */
export function archiveBranch(context: Context, id: string, supermarket?: string | null): Promise<bigint> {
  return markBranch(context, id, supermarket, ARCHIVED);
}

/**
 * Restores an archived branch and returns its id.
 *
 * @param supermarket the supermarket that must have the branch, if one is given
 * @throws AppError `not_found`
 */
export function restoreBranch(context: Context, id: string, supermarket?: string | null): Promise<bigint> {
  return markBranch(context, id, supermarket, IN_USE);
}

/**
 * Archives all branches of a supermarket and returns the id of the supermarket, which stays in every list.
 *
 * @throws AppError `not_found`
 */
export function archiveSupermarket(context: Context, id: string): Promise<bigint> {
  return markAll(context, id, ARCHIVED);
}

/**
 * Restores all branches of a supermarket and returns the id of the supermarket.
 *
 * @throws AppError `not_found`
 */
export function restoreSupermarket(context: Context, id: string): Promise<bigint> {
  return markAll(context, id, IN_USE);
}

async function markBranch(
  context: Context,
  id: string,
  supermarket: string | null | undefined,
  archivedAt: Prisma.Sql,
): Promise<bigint> {
  const accountId = accountOf(context);
  const branch = recordIdOf(id);
  const place = supermarket == null ? Prisma.empty : Prisma.sql`AND id = ${recordIdOf(supermarket)}`;
  const [found] = await context.db.$queryRaw<unknown[]>`
    WITH place AS (
      SELECT id FROM supermarkets WHERE ${supermarketOf(accountId, branch)} ${place} FOR NO KEY UPDATE
    ), changed AS (
      UPDATE branches SET archived_at = ${archivedAt} FROM place
      WHERE account_id = ${accountId} AND branches.id = ${branch} AND supermarket_id = place.id
        AND archived_at IS DISTINCT FROM ${archivedAt}
    )
    SELECT FROM place`;
  if (!found) throw notFound('branch');
  return branch;
}

async function markAll(context: Context, id: string, archivedAt: Prisma.Sql): Promise<bigint> {
  const accountId = accountOf(context);
  const supermarket = recordIdOf(id);
  // The lock makes additions of branches count before or after.
  const [found] = await context.db.$queryRaw<unknown[]>`
    WITH place AS (
      SELECT id FROM supermarkets WHERE account_id = ${accountId} AND id = ${supermarket} FOR NO KEY UPDATE
    ), changed AS (
      UPDATE branches SET archived_at = ${archivedAt} FROM place
      WHERE account_id = ${accountId} AND supermarket_id = place.id
        AND archived_at IS DISTINCT FROM ${archivedAt}
    )
    SELECT FROM place`;
  if (!found) throw notFound('supermarket');
  return supermarket;
}
