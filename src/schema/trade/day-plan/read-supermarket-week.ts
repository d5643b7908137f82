import { z } from 'zod';
import { inSnapshot, type Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { calendarDate, figure } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { dateOf, dayOf } from '../standing-order/days.ts';
import { readClock } from '../standing-order/read-orders.ts';
import { COUNTED_STATUSES } from './read-delivered.ts';
import { readPlanned } from './read-planned.ts';

/** The maximum number of lines of a week: products of a branch on a day. */
export const MAX_WEEK_LINES = 5_000;
const DAYS_OF_WEEK = 7;

/** The pieces of a product that a branch gets on a day. */
export interface WeekLine {
  branchId: bigint;
  branchName: string;
  date: Date;
  productId: bigint;
  name: string;
  /** The pieces in deliveries that exist and are not cancelled. */
  pieces: number;
  /** The pieces that standing orders will create. */
  planned: number;
}

const WeekInput = z.object({ from: calendarDate });

/**
 * Returns what the branches of a supermarket get in seven days, by branch, day and product, from one state of
 * the database: what is in deliveries, and what standing orders plan.
 *
 * @throws AppError `validation_error` on from, also for a week with too many lines
 */
export async function readSupermarketWeek(
  context: Context,
  supermarketId: bigint,
  input: { from: string },
): Promise<WeekLine[]> {
  const { from } = valid(WeekInput, input);
  const accountId = accountOf(context);
  const first = dayOf(from);
  const last = first + DAYS_OF_WEEK - 1;
  return inSnapshot(context.db, async (tx) => {
    const { today } = await readClock(tx, accountId);
    const lines = new Map<string, { pieces: number; planned: number }>();
    const lineAt = (date: string, key: string) => {
      const line = lines.get(`${date} ${key}`) ?? { pieces: 0, planned: 0 };
      lines.set(`${date} ${key}`, line);
      return line;
    };
    for (const { date, key, pieces } of await readWeekPieces(tx, accountId, supermarketId, {
      from,
      to: dateOf(last),
    }))
      lineAt(date, key).pieces = pieces;
    const planned = await readPlanned(
      tx,
      accountId,
      { from: first, to: last, today, supermarketId },
      (productId, branchId) => `${branchId} ${productId}`,
    );
    for (const [day, ofDay] of planned.pieces)
      for (const [key, pieces] of ofDay) lineAt(dateOf(day), key).planned = pieces;
    if (lines.size > MAX_WEEK_LINES) {
      const wording = `begins a week with more than ${figure(MAX_WEEK_LINES)} lines. Read its deliveries instead`;
      throw new AppError(faultAt('from', violation('too_many_products', wording, { max: MAX_WEEK_LINES })));
    }
    const found = [...lines].map(([key, line]) => {
      const [date, branchId, productId] = key.split(' ') as [string, string, string];
      return { date: new Date(date), branchId: BigInt(branchId), productId: BigInt(productId), ...line };
    });
    return withNames(tx, accountId, found);
  });
}

/** Reads the pieces of deliveries that are not cancelled; `key` has the ids of the branch and the product. */
function readWeekPieces(
  tx: Tx,
  accountId: bigint,
  supermarketId: bigint,
  { from, to }: { from: string; to: string },
): Promise<{ date: string; key: string; pieces: number }[]> {
  return tx.$queryRaw`
    SELECT to_char(delivery_date, 'YYYY-MM-DD') AS date, branch_id || ' ' || product_id AS key,
           sum(item.quantity)::float8 AS pieces
    FROM deliveries delivery
    JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
    WHERE delivery.account_id = ${accountId} AND supermarket_id = ${supermarketId}
      AND delivery.status = ANY(${COUNTED_STATUSES}::text[])
      AND delivery_date BETWEEN ${from}::date AND ${to}::date
    GROUP BY delivery_date, branch_id, product_id LIMIT ${MAX_WEEK_LINES + 1}`;
}

/** Adds the names that branches and products have now, and sorts by branch, product and day. */
async function withNames(
  tx: Tx,
  accountId: bigint,
  lines: readonly Omit<WeekLine, 'branchName' | 'name'>[],
): Promise<WeekLine[]> {
  const branches = await rankedNames(
    tx,
    Prisma.sql`branches`,
    accountId,
    lines.map(({ branchId }) => branchId),
  );
  const products = await rankedNames(
    tx,
    Prisma.sql`products`,
    accountId,
    lines.map(({ productId }) => productId),
  );
  return lines
    .map((line) => ({ line, branch: branches.get(line.branchId)!, product: products.get(line.productId)! }))
    .toSorted(
      (one, other) =>
        one.branch.rank - other.branch.rank ||
        one.product.rank - other.product.rank ||
        one.line.date.getTime() - other.line.date.getTime(),
    )
    .map(({ line, branch, product }) => ({ ...line, branchName: branch.name, name: product.name }));
}

/** Reads the names of records, with their ranks in the alphabet. */
async function rankedNames(
  tx: Tx,
  table: Prisma.Sql,
  accountId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, { name: string; rank: number }>> {
  const rows = await tx.$queryRaw<{ id: bigint; name: string }[]>`
    SELECT id, name FROM ${table} WHERE account_id = ${accountId} AND id = ANY(${[...new Set(ids)]}::bigint[])
    ORDER BY name, id`;
  return new Map(rows.map(({ id, name }, rank) => [id, { name, rank }]));
}
