import type { Query } from '../../../database/direct/selection.ts';
import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, fault } from '../../core/errors.ts';
import { priceOn } from '../../catalogue/price-agreement/price-on.ts';
import { columns, values } from '../../core/noun/fields-sql.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { insertLots, lotsOf } from '../lot/insert-lots.ts';
import { requireShelfLife } from '../lot/shelf-life.ts';
import { valid } from '../../core/noun/valid.ts';
import { ID_ONLY, writeRecord, type WrittenRecord } from '../../core/write/write.ts';
import {
  acceptsDay,
  type DayRules,
  isAfterCutOff,
  requireDay,
  requireFuture,
  requireMayOverride,
  validWhere,
} from './day-rules.ts';
import { DELIVERY_FIELDS } from './fields.ts';
import { findUnusable } from './find-unusable.ts';
import { insertItems, SUMS_OF_LINES } from './inserts.ts';
import { publish } from '../../core/event/publish.ts';
import { DELIVERY_EVENTS } from './events.ts';

export const CreateDelivery = z.strictObject(rulesToCreate(DELIVERY_FIELDS));
const DELIVERY_COLUMNS = columns(DELIVERY_FIELDS);

export type CreateDelivery = z.output<typeof CreateDelivery>;

/** The parts of the statement that write rows, by model. */
const WRITTEN = { Delivery: 'delivery', DeliveryItem: 'item' };

/**
 * Creates a pending delivery, which copies the current names and weights of the products and their prices on
 * its day, and returns the columns of `selection`. Takes one statement for any number of products.
 *
 * @param override whether to override closed days and cut-offs
 * @throws AppError `validation_error`, also for an archived branch or product, a taken reference, too little
 * shelf life and a day that the account refuses, or `not_found` naming the reference that is not the
 * account's
 */
export async function createDelivery(
  context: Context,
  input: unknown,
  selection: Query = ID_ONLY,
  override?: boolean | null,
): Promise<WrittenRecord<'Delivery'>> {
  requireMayOverride(context, override);
  const delivery = validWhere(context, () => valid(CreateDelivery, input));
  requireFuture(context, delivery.deliveryDate);
  const { supermarketId, deliveryDate, products } = delivery;
  const place = Prisma.sql`SELECT ${supermarketId}::bigint AS supermarket_id, ${deliveryDate}::date AS delivery_date`;
  await requireShelfLife(context, place, products, (line) => `products[${line}].`);
  const rules = { override: override ?? false };
  let created = await insertDelivery(context, delivery, selection, rules);
  if (!created) {
    const [first, ...others] = await findUnusable(context, delivery);
    if (first) throw new AppError(first, ...others);
    await requireDay(context, delivery, rules);
    // The day is open, or an archived record has been restored.
    created = await insertDelivery(context, delivery, selection, { ...rules, isOpen: true });
  }
  if (!created) throw fault('conflicting_writes', 'Products or branches are being archived. Try again');
  return created;
}

/**
 * Inserts the delivery. Returns undefined when a reference cannot be used, or the account may refuse the day.
 */
function insertDelivery(
  context: Context,
  delivery: CreateDelivery,
  selection: Query,
  rules: DayRules,
): Promise<WrittenRecord<'Delivery'> | undefined> {
  const accountId = accountOf(context);
  const lots = lotsOf(delivery.products);
  const unitPrice = priceOn(accountId, {
    supermarketId: Prisma.sql`${delivery.supermarketId}::bigint`,
    productId: Prisma.sql`product.id`,
    day: Prisma.sql`${delivery.deliveryDate}::date`,
    listPrice: Prisma.sql`product.price`,
  });
  const isLate = isAfterCutOff(
    context,
    Prisma.sql`${delivery.supermarketId}::bigint`,
    Prisma.sql`${delivery.deliveryDate}::date`,
  );
  // Without lots, the text of the statement stays the same, so that its plan is reused.
  const [sources, lot] =
    lots.length > 0
      ? [{ ...WRITTEN, DeliveryItemLot: 'lot' }, Prisma.sql`, lot AS (${insertLots(lots, 'item')})`]
      : [WRITTEN, Prisma.empty];
  const parts = Prisma.sql`
    WITH line AS (
      SELECT position, product.id AS product_id, product.name, quantity, ${unitPrice} AS unit_price, product.weight
      FROM unnest(${delivery.products.map((line) => line.productId)}::bigint[],
                  ${delivery.products.map((line) => line.quantity)}::int[])
           WITH ORDINALITY AS requested (product_id, quantity, position)
      JOIN products product ON product.account_id = ${accountId} AND product.id = requested.product_id
        AND product.archived_at IS NULL
    ), delivery AS (
      INSERT INTO deliveries
        (account_id, ${DELIVERY_COLUMNS}, created_by, after_cut_off, total_quantity, total_value, total_weight)
      SELECT account_id, ${values(DELIVERY_FIELDS, delivery)}, ${actorName(context)}, late.is_late,
             ${SUMS_OF_LINES}
      FROM branches, (SELECT ${isLate} AS is_late) AS late
      WHERE account_id = ${accountId} AND supermarket_id = ${delivery.supermarketId}
        AND id = ${delivery.branchId} AND archived_at IS NULL
        AND (SELECT count(*) FROM line) = ${delivery.products.length}
        AND ${acceptsDay(context, Prisma.sql`late.is_late`, rules)}
      RETURNING *
    ), item AS (${insertItems(accountId)})${lot}`;
  return withReference(context, 'Delivery', delivery.reference, () =>
    writeRecord(context, 'Delivery', {
      parts,
      events: [publish(DELIVERY_EVENTS['delivery.created'], 'delivery')],
      sources,
      selection,
    }),
  );
}
