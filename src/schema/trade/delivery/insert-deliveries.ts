import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { priceOn } from '../../catalogue/price-agreement/price-on.ts';
import { columns, jsonRow, jsonValues } from '../../core/noun/fields-sql.ts';
import { refusedBy, type RowResult } from '../../core/upsert/rows.ts';
import { write } from '../../core/write/write.ts';
import type { CreateDelivery } from './create-delivery.ts';
import { findRefusedDays, isAfterCutOff } from './day-rules.ts';
import { DELIVERY_FIELDS } from './fields.ts';
import { findAllUnusable } from './find-unusable.ts';
import { insertItems } from './inserts.ts';
import { publish } from '../../core/event/publish.ts';
import { DELIVERY_EVENTS } from './events.ts';

const INSERTED_COLUMNS = columns(DELIVERY_FIELDS);
const NEW_DELIVERY_VALUES = jsonValues(DELIVERY_FIELDS, 'input.row');

/** A valid delivery, without a reference or with a new one. */
export type NewDelivery = CreateDelivery & {
  /** The date of the standing order that creates the delivery. */
  occurrence?: { standingOrderId: bigint; date: string };
};

interface Numbered {
  index: number;
  delivery: NewDelivery;
}

/**
 * Creates deliveries with one statement, and finds out with another why some are refused, in the open
 * transaction of `context`. A delivery with an archived or unknown record, or with a day that the account
 * refuses, does not stop the others.
 */
export async function insertDeliveries(
  context: Context,
  deliveries: readonly Numbered[],
): Promise<RowResult[]> {
  if (deliveries.length === 0) return [];
  // Standing orders have their own rules for closed days, and no cut-off.
  const typed = deliveries.filter(({ delivery }) => !delivery.occurrence);
  const days = await findRefusedDays(
    context,
    typed.map(({ delivery }) => delivery),
  );
  const onRefusedDays = typed.flatMap(({ index }, at): RowResult[] => {
    const day = days[at];
    return day ? [refusedBy(index, [day.fault])] : [];
  });
  const isRefused = new Set(onRefusedDays.map(({ index }) => index));
  const accepted = deliveries.filter(({ index }) => !isRefused.has(index));
  return [...onRefusedDays, ...(await insertAccepted(context, accepted))];
}

async function insertAccepted(context: Context, deliveries: readonly Numbered[]): Promise<RowResult[]> {
  if (deliveries.length === 0) return [];
  const inserted = await insertNumbered(context, deliveries);
  const created = deliveries.flatMap(({ index }): RowResult[] => {
    const id = inserted.get(index);
    return id === undefined ? [] : [{ index, outcome: 'created', id, error: null }];
  });
  const others = deliveries.filter(({ index }) => !inserted.has(index));
  const faults = await findAllUnusable(
    context,
    others.map(({ delivery }) => delivery),
  );
  const refused = others.map(({ index }, at) =>
    refusedBy(index, faults[at]!.length > 0 ? faults[at]! : conflictingWrites),
  );
  return [...created, ...refused];
}

const conflictingWrites = fault(
  'conflicting_writes',
  'Products or branches are being archived. Try again',
).faults;

/** Returns parts of a statement: the deliveries whose branch and products are usable, and their lines. */
function usableParts(context: Context, deliveries: readonly Numbered[]): Prisma.Sql {
  const accountId = accountOf(context);
  const json = deliveries.map(({ index, delivery }) => ({
    ...jsonRow(DELIVERY_FIELDS, delivery),
    index,
    standing_order_id: delivery.occurrence && String(delivery.occurrence.standingOrderId),
    occurrence_date: delivery.occurrence?.date,
    // JSON has no bigints.
    supermarket_id: String(delivery.supermarketId),
    branch_id: String(delivery.branchId),
    lines: delivery.products.map(({ productId, quantity }) => [String(productId), quantity]),
  }));
  const unitPrice = priceOn(accountId, {
    supermarketId: Prisma.sql`(row ->> 'supermarket_id')::bigint`,
    productId: Prisma.sql`product.id`,
    day: Prisma.sql`(row ->> 'delivery_date')::date`,
    listPrice: Prisma.sql`product.price`,
  });
  return Prisma.sql`
    WITH input AS (
      SELECT row, position FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb)
        WITH ORDINALITY AS each (row, position)
    ), line AS (
      SELECT input.position AS delivery, each.position, product.id AS product_id, product.name,
             (each.line ->> 1)::int AS quantity, ${unitPrice} AS unit_price, product.weight
      FROM input, jsonb_array_elements(row -> 'lines') WITH ORDINALITY AS each (line, position),
        -- One lookup after the other, because the statistics can lack the account's products.
        LATERAL (SELECT * FROM products WHERE account_id = ${accountId} AND id = (each.line ->> 0)::bigint LIMIT 1)
          AS product
      WHERE product.archived_at IS NULL
    ), total AS (
      SELECT delivery, count(*) AS lines, sum(quantity) AS quantity, sum(quantity * unit_price) AS value,
             sum(quantity * weight) AS weight
      FROM line GROUP BY delivery
    ), usable AS (
      SELECT input.row, (input.row ->> 'index')::int AS index, input.position, total.quantity, total.value, total.weight
      FROM input JOIN total ON total.delivery = input.position
        AND total.lines = jsonb_array_length(input.row -> 'lines')
      JOIN branches branch ON branch.account_id = ${accountId}
        AND branch.supermarket_id = (input.row ->> 'supermarket_id')::bigint
        AND branch.id = (input.row ->> 'branch_id')::bigint AND branch.archived_at IS NULL
    )`;
}

async function insertNumbered(
  context: Context,
  deliveries: readonly Numbered[],
): Promise<Map<number, bigint>> {
  const accountId = accountOf(context);
  const isLate = isAfterCutOff(
    context,
    Prisma.sql`(input.row ->> 'supermarket_id')::bigint`,
    Prisma.sql`(input.row ->> 'delivery_date')::date`,
  );
  const parts = Prisma.sql`
    ${usableParts(context, deliveries)}, numbered AS MATERIALIZED (
      -- The ids are drawn first, because nothing else tells the new rows apart.
      SELECT ordered.*, next_id('deliveries_id_seq') AS id
      FROM (SELECT * FROM usable ORDER BY position) AS ordered
    ), delivery AS (
      INSERT INTO deliveries (account_id, id, ${INSERTED_COLUMNS}, standing_order_id, occurrence_date, created_by,
                              after_cut_off, total_quantity, total_value, total_weight)
      SELECT ${accountId}, input.id, ${NEW_DELIVERY_VALUES}, (input.row ->> 'standing_order_id')::bigint,
             (input.row ->> 'occurrence_date')::date, ${actorName(context)},
             input.row ->> 'standing_order_id' IS NULL AND ${isLate},
             input.quantity, input.value, input.weight
      FROM numbered input ORDER BY position
      RETURNING *
    ), item AS (${insertItems(
      accountId,
      Prisma.sql`numbered.id`,
      Prisma.sql`numbered JOIN line ON line.delivery = numbered.position`,
    )})`;
  const created = await write<{ id: bigint; index: number }>(context, {
    parts,
    events: [publish(DELIVERY_EVENTS['delivery.created'], 'delivery')],
    returns: Prisma.sql`id, index FROM numbered`,
  });
  return new Map(created.map(({ id, index }) => [index, id]));
}
