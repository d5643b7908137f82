import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context, requireScope } from '../../core/context.ts';
import { reason } from '../../trade/return/fields.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { anyOf, text } from '../../core/noun/rules.ts';
import { STATUS } from '../../trade/delivery/status.ts';
import { BOOLEAN } from '../../core/noun/kinds.ts';
import { valid } from '../../core/noun/valid.ts';

const OF_GOODS = {
  supermarketId: z.string().nullish(),
  branchId: z.string().nullish(),
  productId: z.string().nullish(),
  category: text().nullish(),
};
const GoodsInput = z.object(OF_GOODS);
const DeliveryInput = z.object({
  ...OF_GOODS,
  statuses: anyOf(STATUS.rule).nullish(),
  includeReplaced: BOOLEAN.rule.nullish(),
});
const ReturnInput = z.object({ ...OF_GOODS, reasons: anyOf(reason).nullish() });

/** A filter for deliveries, as SQL for rows aliased `delivery` and lines aliased `item`. */
export interface DeliveryFilter {
  /** Null for all statuses. */
  statuses: readonly string[] | null;
  /** A condition that begins with AND, or empty. */
  ofDelivery: Prisma.Sql;
  /** The condition for lines, which begins with AND; null when whole deliveries count. */
  ofLine: Prisma.Sql | null;
  /** Whether several lines of one delivery can match. */
  hasManyLines: boolean;
}

export interface ReturnFilter {
  /** A condition for rows of `returns` that begins with AND, or empty. */
  ofReturn: Prisma.Sql;
  /** The filter for the deliveries of the same goods. */
  delivered: DeliveryFilter;
}

type GoodsFilter = { [Name in keyof typeof OF_GOODS]?: string | null | undefined };

/**
 * Returns the SQL for a delivery filter.
 *
 * @throws AppError `validation_error` on the fields of the filter, `insufficient_scope`
 */
export function deliveryFilterOf(context: Context, filter: unknown): DeliveryFilter {
  const { statuses = null, includeReplaced, ...goods } = valid(DeliveryInput, filter ?? {});
  const { ofDelivery, ...others } = goodsOf(context, goods);
  return {
    ...others,
    ofDelivery: includeReplaced ? ofDelivery : Prisma.sql`${ofDelivery} AND delivery.replaced_by_id IS NULL`,
    statuses,
  };
}

/**
 * Returns the SQL for a filter by supermarket, branch and goods alone.
 *
 * @throws AppError `validation_error` on the fields of the filter, `insufficient_scope`
 */
export function goodsFilterOf(context: Context, filter: unknown): DeliveryFilter {
  return goodsOf(context, valid(GoodsInput, filter ?? {}));
}

/**
 * Returns the SQL for a return filter.
 *
 * @throws AppError `validation_error` on the fields of the filter, `insufficient_scope`
 */
export function returnFilterOf(context: Context, filter: unknown): ReturnFilter {
  const { supermarketId, branchId, productId, category, reasons } = valid(ReturnInput, filter ?? {});
  const accountId = accountOf(context);
  // Needs the scope of deliveries, because returns do not show the branch.
  if (branchId != null) requireScope(context, 'deliveries:read');
  const conditions = [
    reasons != null && Prisma.sql`AND returns.reason = ANY(${reasons}::text[])`,
    supermarketId != null && Prisma.sql`AND returns.supermarket_id = ${recordIdOf(supermarketId)}`,
    branchId != null &&
      Prisma.sql`AND returns.delivery_id IN (
        SELECT id FROM deliveries WHERE account_id = ${accountId} AND branch_id = ${recordIdOf(branchId)})`,
    productId != null && Prisma.sql`AND returns.product_id = ${recordIdOf(productId)}`,
    category != null && Prisma.sql`AND returns.product_id IN (${inCategory(accountId, category)})`,
  ];
  return {
    ofReturn: joined(conditions),
    delivered: goodsOf(context, { supermarketId, branchId, productId, category }),
  };
}

function goodsOf(
  context: Context,
  { supermarketId, branchId, productId, category }: GoodsFilter,
): DeliveryFilter {
  const accountId = accountOf(context);
  // Neither deliveries nor returns show product categories, so this needs the scope of products.
  if (category != null) requireScope(context, 'products:read');
  const ofDelivery = joined([
    supermarketId != null && Prisma.sql`AND delivery.supermarket_id = ${recordIdOf(supermarketId)}`,
    branchId != null && Prisma.sql`AND delivery.branch_id = ${recordIdOf(branchId)}`,
  ]);
  const ofLine = joined([
    productId != null && Prisma.sql`AND item.product_id = ${recordIdOf(productId)}`,
    category != null && Prisma.sql`AND item.product_id IN (${inCategory(accountId, category)})`,
  ]);
  return {
    statuses: null,
    ofDelivery,
    ofLine: productId != null || category != null ? ofLine : null,
    hasManyLines: productId == null,
  };
}

function inCategory(accountId: bigint, category: string): Prisma.Sql {
  return Prisma.sql`SELECT id FROM products WHERE account_id = ${accountId} AND category = ${category}`;
}

function joined(conditions: (Prisma.Sql | false)[]): Prisma.Sql {
  const given = conditions.filter((each) => each !== false);
  return given.length > 0 ? Prisma.join(given, ' ') : Prisma.empty;
}

/**
 * Returns SQL: the join of the matching lines, and the count, quantity, value and kilograms to aggregate per
 * row.
 */
export function measured(accountId: bigint, { ofLine, hasManyLines }: DeliveryFilter) {
  if (!ofLine) {
    return {
      lines: Prisma.empty,
      count: Prisma.sql`count(*)`,
      quantity: Prisma.sql`delivery.total_quantity`,
      value: Prisma.sql`delivery.total_value`,
      kilograms: Prisma.sql`delivery.total_weight`,
    };
  }
  return {
    lines: Prisma.sql`JOIN delivery_items item ON item.account_id = ${accountId} AND item.delivery_id = delivery.id
      ${ofLine}`,
    count: hasManyLines ? Prisma.sql`count(DISTINCT delivery.id)` : Prisma.sql`count(*)`,
    quantity: Prisma.sql`item.quantity`,
    value: Prisma.sql`item.quantity * item.unit_price`,
    kilograms: Prisma.sql`item.quantity * item.weight`,
  };
}
