import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { HAS_PROMISE, IS_SHORT_DATED, LOT_DATE, PROMISED_DAYS } from '../../trade/lot/shelf-life.ts';
import { delivered } from './measured.ts';
import type { Performance } from './query.ts';

/** The number of lines with the promised shelf life; the rate is null without lines that have a promise. */
export interface ShelfLifeFigures {
  lines: number;
  enoughCount: number;
  enoughRate: Prisma.Decimal | null;
}

/**
 * Reads lines with dated lots for supermarkets with a promise, by the current promises. A line is short if
 * one of its lots is.
 */
export async function readShelfLife(context: Context, performance: Performance): Promise<ShelfLifeFigures> {
  const { accountId, goods } = performance;
  const [figures] = await runHeavily(
    () => context.db.$queryRaw<[ShelfLifeFigures]>`
    ${unprepared} WITH ${delivered(performance)}, line AS (
      SELECT bool_or(${IS_SHORT_DATED}) AS is_short
      FROM delivered delivery
      JOIN supermarkets supermarket ON supermarket.account_id = ${accountId}
        AND supermarket.id = delivery.supermarket_id AND ${HAS_PROMISE}
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
        ${goods.ofLine ?? Prisma.empty}
      JOIN delivery_item_lots lot ON lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
        AND lot.product_id = item.product_id AND lot.superseded_at IS NULL AND ${LOT_DATE} IS NOT NULL
      JOIN products product ON product.account_id = ${accountId} AND product.id = item.product_id
        AND ${PROMISED_DAYS} IS NOT NULL
      GROUP BY item.delivery_id, item.product_id
    ), total AS (SELECT count(*)::int AS lines, (count(*) FILTER (WHERE NOT is_short))::int AS enough FROM line)
    SELECT lines, enough AS "enoughCount", round(enough::numeric / nullif(lines, 0), 6) AS "enoughRate" FROM total`,
  );
  return figures;
}
