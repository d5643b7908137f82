import type { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { PLAN_LIMITS } from '../../core/caller/plans.ts';
import { quotaExceeded } from '../../people/account/quota.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { findAllUnusable } from '../delivery/find-unusable.ts';
import { type Fault, renamedFault } from '../../core/errors.ts';
import { columns, jsonRow, jsonValues } from '../../core/noun/fields-sql.ts';
import { type EarlierRows, roomAfter } from '../../core/upsert/earlier-rows.ts';
import { refusedBy, type RowResult } from '../../core/upsert/rows.ts';
import type { CreateStandingOrder } from './create-standing-order.ts';
import { dateOf } from './days.ts';
import { STANDING_ORDER_FIELDS } from './fields.ts';
import { addGenerationJob } from './generation-jobs.ts';
import { readClock } from './read-orders.ts';

const INSERTED_ORDER_COLUMNS = columns(STANDING_ORDER_FIELDS);
const NEW_ORDER_VALUES = jsonValues(STANDING_ORDER_FIELDS, 'input.row');

/** A valid standing order with a reference that no order of the account holds. */
export interface NewOrder {
  index: number;
  order: z.output<typeof CreateStandingOrder> & { reference: string };
}

/**
 * Creates standing orders with the same statements for any number of them, in the open transaction of
 * `context`. An order with an archived or unknown record, or beyond the quota, does not stop the others.
 */
export async function insertStandingOrders(
  context: Context,
  orders: readonly NewOrder[],
  earlier: EarlierRows,
): Promise<RowResult[]> {
  if (orders.length === 0) return [];
  const { accountId, plan } = callerOf(context);
  const { db } = context;
  // Locked, so that no other transaction takes the remaining quota.
  await db.$queryRaw`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  const { today } = await readClock(db, accountId);
  const day = Prisma.sql`${dateOf(today)}::date`;
  const max = PLAN_LIMITS[plan].quotas.standingOrders;
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM standing_orders
      WHERE account_id = ${accountId} AND ended_at IS NULL AND coalesce(ends_on >= ${day}, true) LIMIT ${max}
    ) AS counted`;
  let left = roomAfter(earlier, 'standingOrders', max - count);
  const exceeded = quotaExceeded(plan, 'standingOrders').faults;
  const unusable = await findAllUnusable(
    context,
    orders.map(({ order: { lines, ...places } }) => ({ ...places, products: lines })),
  );
  const results: RowResult[] = [];
  const usable = orders.filter(({ index }, at) => {
    const found = unusable[at]!;
    const faults = found.length > 0 ? found.map(faultOfLines) : left > 0 ? undefined : exceeded;
    if (faults) results.push(refusedBy(index, faults));
    else left -= 1;
    return faults === undefined;
  });
  const ids = await insertOrders(context, usable, day);
  for (const { index, order } of usable) {
    results.push({ index, outcome: 'created', id: ids.get(order.reference)!, error: null });
  }
  earlier.room.standingOrders = left;
  return results;
}

function faultOfLines(fault: Fault): Fault {
  return renamedFault(fault, (field) => field.replace(/^products\[/, 'lines['));
}

/** Inserts orders, and returns their ids by their references. */
async function insertOrders(
  context: Context,
  orders: readonly NewOrder[],
  day: Prisma.Sql,
): Promise<Map<string, bigint>> {
  if (orders.length === 0) return new Map();
  const { accountId } = callerOf(context);
  const { db } = context;
  const json = orders.map(({ order }) => ({
    ...jsonRow(STANDING_ORDER_FIELDS, order),
    weekdays: arrayOf(order.weekdays),
    // JSON has no bigints.
    supermarket_id: String(order.supermarketId),
    branch_id: String(order.branchId),
    lines: order.lines.map(({ productId, quantity, weekdays }) => ({
      product_id: String(productId),
      quantity,
      weekdays: arrayOf(weekdays ?? []),
    })),
  }));
  // Orders whose last day has passed release their references.
  await db.$executeRaw`
    UPDATE standing_orders SET holds_reference = false
    WHERE account_id = ${accountId} AND holds_reference AND ends_on < ${day}
      AND reference = ANY(${orders.map(({ order }) => order.reference)}::text[])`;
  const created = await db.$queryRaw<{ id: bigint; reference: string }[]>`
    WITH input AS (
      SELECT row, position FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb)
        WITH ORDINALITY AS each (row, position)
    ), standing_order AS (
      INSERT INTO standing_orders (account_id, ${INSERTED_ORDER_COLUMNS}, settled_until, check_at)
      SELECT ${accountId}, ${NEW_ORDER_VALUES}, ${day}, now() FROM input ORDER BY position
      RETURNING id, reference
    ), line AS (
      INSERT INTO standing_order_lines (account_id, standing_order_id, line_number, product_id, quantity, weekdays)
      SELECT ${accountId}, standing_order.id, line.position - 1, (line.row ->> 'product_id')::bigint,
             (line.row ->> 'quantity')::int, (line.row ->> 'weekdays')::text[]
      FROM standing_order
      JOIN input ON input.row ->> 'reference' = standing_order.reference,
        jsonb_array_elements(input.row -> 'lines') WITH ORDINALITY AS line (row, position)
    )
    SELECT id, reference FROM standing_order`;
  await addGenerationJob(db, accountId);
  return new Map(created.map(({ id, reference }) => [reference, id]));
}

/** Returns an array in the syntax of PostgreSQL. */
function arrayOf(names: readonly string[]): string {
  return `{${names.join(',')}}`;
}
