import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { FAULT, type ReturnFault, faultOf, isWasted } from '../../trade/return/faults.ts';
import { isStanding } from '../../trade/return/standing.ts';
import { delivered } from './measured.ts';
import type { Performance } from './query.ts';

/** The figures of returns by fault. */
export interface FaultFigures {
  fault: ReturnFault;
  quantity: Prisma.Decimal;
  credit: Prisma.Decimal;
}

/** The goods that are thrown away; the rate is null if nothing was delivered, or if it is not selected. */
export interface Waste {
  kilograms: Prisma.Decimal;
  rate: Prisma.Decimal | null;
}

/** Reads the returns from the deliveries by fault. */
export async function readByFault(context: Context, performance: Performance): Promise<FaultFigures[]> {
  return runHeavily(
    () => context.db.$queryRaw<FaultFigures[]>`
    ${unprepared} WITH ${delivered(performance)}, came_back AS (${cameBack(performance)})
    SELECT each.fault, coalesce(sum(item.quantity), 0)::numeric AS quantity, coalesce(sum(credit_amount), 0) AS credit
    FROM unnest(${FAULT.values}::text[]) WITH ORDINALITY AS each (fault, place)
    LEFT JOIN came_back item ON ${faultOf('item')} = each.fault
    GROUP BY each.fault, place ORDER BY place`,
  );
}

/** Reads the weight of returned goods that are thrown away, by their weight at the delivery. */
export async function readWaste(
  context: Context,
  performance: Performance,
  hasRate: boolean,
): Promise<Waste> {
  const { accountId, goods } = performance;
  const rate = Prisma.sql`
    round(kilograms / nullif((
      SELECT sum(item.quantity * item.weight)
      FROM delivered
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivered.id
        ${goods.ofLine ?? Prisma.empty}
    ), 0), 6)`;
  const [waste] = await runHeavily(
    () => context.db.$queryRaw<[Waste]>`
    ${unprepared} WITH ${delivered(performance)}, came_back AS (${cameBack(performance)}),
    wasted AS (
      SELECT coalesce(sum(back.quantity * item.weight), 0) AS kilograms
      FROM came_back back
      JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = back.delivery_id
        AND item.product_id = back.product_id
      WHERE ${isWasted('back')}
    )
    SELECT kilograms, ${hasRate ? rate : Prisma.sql`NULL::numeric`} AS rate FROM wasted`,
  );
  return waste;
}

function cameBack({ accountId, goods }: Performance): Prisma.Sql {
  return Prisma.sql`
    SELECT item.delivery_id, item.product_id, item.quantity, item.credit_amount, item.reason FROM delivered
    JOIN returns item ON item.account_id = ${accountId} AND item.delivery_id = delivered.id
      ${goods.ofLine ?? Prisma.empty}
      AND ${isStanding('item')}`;
}
