import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { MAX_FAULTS } from '../../core/limits.ts';
import { givenLots, type LotsOfLine, lotsOf } from './insert-lots.ts';

/** SQL for the last date of the shelf life of the row `lot`. */
export const LOT_DATE = Prisma.sql`coalesce(lot.best_before, lot.use_by)`;

/**
 * SQL for the days of shelf life promised to the row `supermarket` for the row `product` on the day of
 * delivery; NULL for none. The longer promise counts.
 */
export const PROMISED_DAYS = Prisma.sql`greatest(
  supermarket.min_remaining_days,
  ceil(supermarket.min_remaining_percent * product.shelf_life_days / 100.0)::int)`;

/** SQL for whether the row `supermarket` has a promise. */
export const HAS_PROMISE = Prisma.sql`
  num_nonnulls(supermarket.min_remaining_days, supermarket.min_remaining_percent) > 0`;

/**
 * SQL for whether the row `lot` has fewer days left than promised. The day of delivery does not count, the
 * last day does.
 */
export const IS_SHORT_DATED = Prisma.sql`${LOT_DATE} - delivery.delivery_date < ${PROMISED_DAYS}`;

/** Returns SQL for the supermarket and day of an existing delivery. */
export function deliveryOf(accountId: bigint, id: bigint, newDate?: string): Prisma.Sql {
  return Prisma.sql`
    SELECT supermarket_id, coalesce(${newDate ?? null}::date, delivery_date) AS delivery_date
    FROM deliveries WHERE account_id = ${accountId} AND id = ${id}`;
}

/**
 * Refuses lots with less shelf life than promised, if the supermarket refuses them. Lots without a date pass.
 * A promise that changes at the same moment applies to the next delivery.
 *
 * @param delivery SQL for its `supermarket_id` and `delivery_date`
 * @param pathTo returns the path to a line
 * @throws AppError `validation_error` on the date of each lot
 */
export async function requireShelfLife(
  context: Context,
  delivery: Prisma.Sql,
  lines: readonly LotsOfLine[],
  pathTo: (line: number) => string,
): Promise<void> {
  const paths = lines.flatMap(({ lots }, line) =>
    (lots ?? []).map((lot, index) => ({ lot, path: `${pathTo(line)}lots[${index}]` })),
  );
  if (paths.every(({ lot }) => lot.bestBefore == null && lot.useBy == null)) return;
  const accountId = accountOf(context);
  const short = await context.db.$queryRaw<{ place: bigint; from: string; days: number }[]>`
    SELECT place, ${PROMISED_DAYS} AS days, to_char(delivery.delivery_date + ${PROMISED_DAYS}, 'YYYY-MM-DD') AS from
    FROM (${delivery}) AS delivery
    JOIN supermarkets supermarket ON supermarket.account_id = ${accountId}
      AND supermarket.id = delivery.supermarket_id AND supermarket.refuses_short_dated
    CROSS JOIN (SELECT * FROM ${givenLots(lotsOf(lines))}) AS lot
    JOIN products product ON product.account_id = ${accountId} AND product.id = lot.product_id
    WHERE ${IS_SHORT_DATED} ORDER BY place LIMIT ${MAX_FAULTS}`;
  const [first, ...others] = short.map(({ place, from, days }) => {
    const { lot, path } = paths[Number(place) - 1]!;
    const problem = `must be ${from} or later: this supermarket is promised ${days} days of shelf life`;
    const found = violation('shelf_life_too_short', problem, { min: from, days });
    return faultAt(`${path}.${lot.useBy == null ? 'bestBefore' : 'useBy'}`, found);
  });
  if (first) throw new AppError(first, ...others);
}
