import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, byId, type Context } from '../../core/context.ts';
import { AppError, fault, notFound } from '../../core/errors.ts';
import { columns, newValues } from '../../core/noun/fields-sql.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { changeInput } from '../../core/noun/change-input.ts';
import { lotRows, lotsOf } from '../lot/insert-lots.ts';
import { deliveryWithDate, requireShelfLife } from '../lot/shelf-life.ts';
import { moveLinks } from '../receipt/move-links.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { write } from '../../core/write/write.ts';
import { asSeen } from './as-seen.ts';
import { changeUnversioned } from './change-unversioned.ts';
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
import { REVISION_FIELDS } from './revision-fields.ts';
import { findUnusable } from './find-unusable.ts';
import { insertItems, SUMS_OF_LINES } from './inserts.ts';
import { entering } from './move-delivery.ts';
import { requireRoomForLots, lotsBeyondLines } from './room-for-lots.ts';
import { areLines, requireLines, revisedLines } from './revised-lines.ts';
import { statusInWords } from './status.ts';
import { publish } from '../../core/event/publish.ts';
import { DELIVERY_EVENTS } from './events.ts';

/** The rule of a revision. */
export const ReviseDelivery = changeInput(z.strictObject(rulesToChange(REVISION_FIELDS)), REVISION_FIELDS);
const REVISED_COLUMNS = columns(DELIVERY_FIELDS, 'change');

export type ReviseDelivery = z.output<typeof ReviseDelivery>;

/**
 * Changes a pending delivery and returns the id of its new version. The old one is cancelled; the new one
 * keeps omitted fields and the reference. Products of the old version keep their name, price and weight, new
 * ones copy the current name and weight and the price of its day. Fields that events and REST do not show
 * change without a new version.
 *
 * @throws AppError `validation_error`, `invalid_transition`, `precondition_failed`, or `not_found` naming the
 * reference that is not the account's
 */
export async function reviseDelivery(
  context: Context,
  id: string,
  input: unknown,
  { ifMatch, override }: Options = {},
): Promise<bigint> {
  requireMayOverride(context, override);
  const changes = validChanges(context, input);
  const record = recordIdOf(id);
  return ifVersion(context, 'Delivery', record, ifMatch, (inside) =>
    revise(inside, record, changes, { override: override ?? false }),
  );
}

function validChanges(context: Context, input: unknown): ReviseDelivery {
  const changes = validWhere(context, () => valid(ReviseDelivery, input));
  if (changes.deliveryDate !== undefined) requireFuture(context, changes.deliveryDate);
  return changes;
}

function requireShelfLifeOf(
  context: Context,
  record: bigint,
  { deliveryDate, products = [] }: ReviseDelivery,
): Promise<void> {
  const old = deliveryWithDate(accountOf(context), record, deliveryDate);
  return requireShelfLife(context, old, products, (line) => `products[${line}].`);
}

interface Options {
  ifMatch?: string | null | undefined;
  /** Whether to override closed days and cut-offs. */
  override?: boolean | null | undefined;
}

async function revise(
  context: Context,
  record: bigint,
  changes: ReviseDelivery,
  rules: DayRules,
): Promise<bigint> {
  const { products, branchId, deliveryDate, prices, ...inPlace } = changes;
  await requireShelfLifeOf(context, record, changes);
  const isInPlace = [products, branchId, deliveryDate, prices].every((part) => part === undefined);
  const attempt = (withRules: DayRules) =>
    withReference(context, 'Delivery', changes.reference, () =>
      isInPlace
        ? changeUnversioned(context, record, inPlace)
        : replaceVersion(context, record, changes, withRules),
    );
  let revised = await attempt(rules);
  if (revised === undefined) {
    await refuseRevision(context, record, changes, rules);
    // The day is open, or an archived record has been restored.
    revised = await attempt({ ...rules, isOpen: true });
  }
  if (revised === undefined) {
    throw fault(
      'conflicting_writes',
      'This delivery, its products or its branch are being changed. Try again',
    );
  }
  return revised;
}

/**
 * Writes the new version and cancels the old one. Returns undefined when it is not pending or a reference
 * cannot be used.
 */
async function replaceVersion(
  context: Context,
  id: bigint,
  changes: ReviseDelivery,
  rules: DayRules,
): Promise<bigint | undefined> {
  const accountId = accountOf(context);
  const { branchId = null, deliveryDate = null, products, prices } = changes;
  const day = Prisma.sql`coalesce(${deliveryDate}::date, delivery.delivery_date)`;
  const isLate = isAfterCutOff(context, Prisma.sql`delivery.supermarket_id`, day);
  const accepted = acceptsDay(context, Prisma.sql`late.is_late`, rules);
  // The new id is drawn by the update of the old row, so that both can name each other in one statement.
  const parts = Prisma.sql`
    WITH line AS (${revisedLines(accountId, id, changes)}),
    place AS (
      SELECT late.is_late FROM deliveries delivery
      JOIN branches branch ON branch.account_id = ${accountId}
        AND branch.supermarket_id = delivery.supermarket_id
        AND branch.id = coalesce(${branchId}::bigint, delivery.branch_id)
      CROSS JOIN LATERAL (SELECT ${isLate} AS is_late) AS late
      WHERE delivery.account_id = ${accountId} AND delivery.id = ${id}
        AND (archived_at IS NULL OR branch.id = delivery.branch_id)
        /* guard: revised-day-rules */ AND (${accepted})
    ), before AS (
      SELECT * FROM deliveries
      WHERE account_id = ${accountId} AND id = ${id} AND status = 'pending' AND EXISTS (SELECT FROM place)
        AND ${asSeen(accountId, id)} AND NOT EXISTS (${lotsBeyondLines(accountId, id, products)})
        ${products ? Prisma.sql`AND (SELECT count(*) FROM line) = ${products.length}` : Prisma.empty}
        ${prices ? Prisma.sql`/* guard: revised-price-line */ AND ${areLines(prices)} /* end */` : Prisma.empty}
      /* guard: revised-delivery-lock */ FOR UPDATE
    ), old AS (
      UPDATE deliveries
      SET ${entering(context, 'cancelled')}, reference = NULL,
          replaced_by_id = next_id('deliveries_id_seq')
      WHERE account_id = ${accountId} AND id = ${id} AND EXISTS (SELECT FROM before)
      RETURNING *
    ), delivery AS (
      INSERT INTO deliveries (account_id, id, supermarket_id, ${REVISED_COLUMNS}, total_quantity, total_value,
                              total_weight, replaces_id, first_version_id, created_by, after_cut_off, ordered_quantity,
                              standing_order_id, occurrence_date)
      SELECT account_id, new_id, supermarket_id, ${newValues(DELIVERY_FIELDS, changes)},
             ${SUMS_OF_LINES},
             id, coalesce(first_version_id, id), ${actorName(context)}, (SELECT is_late FROM place),
             (${orderedQuantity(accountId)}), standing_order_id, occurrence_date
      FROM before CROSS JOIN (SELECT replaced_by_id AS new_id FROM old) AS drawn
      RETURNING *
    ), item AS (${insertItems(accountId)}), lot AS (${insertRevisedLots(accountId, id, products)}
    ), link AS (${moveLinks(context, id)}
    )`;
  const returns = Prisma.sql`id FROM delivery`;
  const [revised] = await write<{ id: bigint }>(context, {
    parts,
    events: [
      publish(DELIVERY_EVENTS['delivery.cancelled'], 'old'),
      publish(DELIVERY_EVENTS['delivery.created'], 'delivery'),
    ],
    returns,
  });
  return revised?.id;
}

/** Returns the INSERT of the new version's lots. A line without lots in the input keeps its lots. */
function insertRevisedLots(accountId: bigint, id: bigint, products: ReviseDelivery['products']): Prisma.Sql {
  const changed = (products ?? []).filter(({ lots }) => lots != null);
  const given = lotsOf(changed);
  const added = Prisma.sql`
    UNION ALL SELECT product_id, lot, best_before, use_by, quantity, source, place FROM ${lotRows(given)}`;
  return Prisma.sql`
    INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, best_before, use_by, quantity, source)
    SELECT ${accountId}, delivery.id, product_id, lot, best_before, use_by, quantity, source
    FROM delivery CROSS JOIN (
      SELECT product_id, lot, best_before, use_by, lot.quantity, source, id AS place
      FROM delivery_item_lots lot JOIN line USING (product_id)
      WHERE lot.account_id = ${accountId} AND lot.delivery_id = ${id} AND superseded_at IS NULL
        AND product_id <> ALL(${changed.map(({ productId }) => productId)}::bigint[])
      ${given.length > 0 ? added : Prisma.empty}
    ) AS each
    ORDER BY place`;
}

/**
 * Returns SQL for the sum over all products of the quantity in the new or the first version, whichever is
 * more.
 */
function orderedQuantity(accountId: bigint): Prisma.Sql {
  return Prisma.sql`
    SELECT sum(greatest(line.quantity, first.quantity))
    FROM line FULL JOIN (
      SELECT product_id, quantity FROM delivery_items
      WHERE account_id = ${accountId} AND delivery_id = coalesce(before.first_version_id, before.id)
    ) AS first USING (product_id)`;
}

/** Finds out why a delivery could not be changed. @throws AppError the reason, unless it no longer exists */
async function refuseRevision(
  context: Context,
  id: bigint,
  { branchId, deliveryDate, products, prices }: ReviseDelivery,
  rules: DayRules,
): Promise<void> {
  const delivery = await context.db.delivery.findUnique({
    ...byId(context, id),
    select: {
      status: true,
      supermarketId: true,
      branchId: true,
      deliveryDate: true,
      items: { select: { productId: true } },
    },
  });
  if (!delivery) throw notFound('delivery');
  if (delivery.status !== 'pending') {
    const problem = `Only a pending delivery can be changed; this one is ${statusInWords(delivery.status)}`;
    throw fault('wrong_status', problem, 'status', { status: delivery.status });
  }
  const kept = new Set(delivery.items.map(({ productId }) => productId));
  const [first, ...others] = await findUnusable(
    context,
    {
      supermarketId: delivery.supermarketId,
      branchId: branchId ?? delivery.branchId,
      products: products ?? [],
    },
    { branchId: delivery.branchId, productIds: kept },
  );
  if (first) throw new AppError(first, ...others);
  requireLines(prices, products ? products.map(({ productId }) => productId) : [...kept]);
  await requireRoomForLots(context, id, products);
  const day = {
    supermarketId: delivery.supermarketId,
    branchId: branchId ?? delivery.branchId,
    deliveryDate: deliveryDate ?? delivery.deliveryDate.toISOString().slice(0, 10),
  };
  const isSame =
    day.branchId === delivery.branchId && Date.parse(day.deliveryDate) === delivery.deliveryDate.getTime();
  // A delivery that stays on a closed day is not refused again.
  await requireDay(context, day, { ...rules, isOpen: isSame });
}
