import { z } from 'zod';
import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, byId, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { CONTAINER_RANGE } from './container-range.ts';
import { countedMovements } from './counted-movements.ts';

const StatementInput = CONTAINER_RANGE.and(z.object({ from: calendarDate, to: calendarDate }));

/** The containers of a type in a statement: the balances of its first and last day, and what is between. */
export interface StatementLine {
  typeId: bigint;
  opening: Prisma.Decimal;
  out: Prisma.Decimal;
  back: Prisma.Decimal;
  adjusted: Prisma.Decimal;
  closing: Prisma.Decimal;
}

interface StatementArgs {
  supermarketId: string;
  branchId?: string | null | undefined;
  from: string;
  to: string;
}

/**
 * Reads the statement of a supermarket, or of one of its branches, by the names of the types, without those
 * that have neither a balance nor a movement. Returns null if the account has no such supermarket.
 *
 * @throws AppError `validation_error` on from or to
 */
export async function readContainerStatement(
  context: Context,
  { supermarketId, branchId, ...days }: StatementArgs,
): Promise<StatementLine[] | null> {
  const { from, to } = valid(StatementInput, days);
  const supermarket = await context.db.supermarket.findUnique({
    ...byId(context, supermarketId),
    select: { id: true },
  });
  if (!supermarket) return null;
  const accountId = accountOf(context);
  const movements = countedMovements({
    accountId,
    supermarketId: supermarket.id,
    branchId: branchId == null ? undefined : recordIdOf(branchId),
    to,
  });
  return runHeavily(
    () => context.db.$queryRaw<StatementLine[]>`
    ${unprepared} SELECT line.* FROM (
      SELECT type_id AS "typeId",
             coalesce(sum(quantity) FILTER (WHERE date < ${from}::date), 0)::numeric AS opening,
             coalesce(sum(count_out) FILTER (WHERE date >= ${from}::date), 0)::numeric AS out,
             coalesce(sum(count_back) FILTER (WHERE date >= ${from}::date), 0)::numeric AS back,
             coalesce(sum(adjusted) FILTER (WHERE date >= ${from}::date), 0)::numeric AS adjusted,
             sum(quantity)::numeric AS closing
      FROM (${movements}) AS movement GROUP BY type_id
      HAVING count(*) FILTER (WHERE date >= ${from}::date) > 0 OR sum(quantity) <> 0
    ) AS line
    JOIN container_types type ON type.account_id = ${accountId} AND type.id = line."typeId"
    ORDER BY type.name COLLATE "und-x-icu", type.id`,
  );
}
