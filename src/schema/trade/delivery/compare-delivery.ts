import { accountOf, type Context } from '../../core/context.ts';
import type { NamesIn } from '../../core/noun/fields.ts';
import type { DELIVERY_FIELDS } from './fields.ts';
import type { DeliveryStatus } from './status.ts';

/**
 * The fields that comparisons of deliveries consider: the names of GraphQL, and those of REST, in its order.
 * They are all fields of a new delivery except the reference, by which deliveries are found.
 */
export const COMPARED = {
  supermarketId: 'supermarket_id',
  branchId: 'subchain_id',
  deliveryDate: 'delivery_date',
  products: 'products',
  notes: 'notes',
  orderNumber: 'order_number',
  carrier: 'carrier',
} as const satisfies Record<Exclude<NamesIn<typeof DELIVERY_FIELDS, 'create'>, 'reference'>, string>;

export type ComparedField = keyof typeof COMPARED;

/** A lot of a row; omitted values are null or undefined. */
interface GivenLot {
  lot?: string | null | undefined;
  bestBefore?: string | null | undefined;
  useBy?: string | null | undefined;
  quantity: number;
  source?: string | null | undefined;
}

interface ComparedLine {
  productId: bigint;
  quantity: number;
  lots?: readonly GivenLot[] | null | undefined;
}

/** A valid row. Fields that are omitted or null are not compared. */
export interface GivenDelivery {
  supermarketId?: bigint | null | undefined;
  branchId?: bigint | null | undefined;
  deliveryDate?: string | null | undefined;
  products?: readonly ComparedLine[] | null | undefined;
  notes?: string | null | undefined;
  orderNumber?: string | null | undefined;
  carrier?: string | null | undefined;
}

/** The compared fields of a stored delivery. */
export interface StoredDelivery {
  id: bigint;
  status: DeliveryStatus;
  supermarketId: bigint;
  branchId: bigint;
  deliveryDate: string;
  notes: string | null;
  orderNumber: string | null;
  carrier: string | null;
  lines: StoredLine[];
}

interface StoredLine {
  productId: bigint;
  name: string;
  quantity: number;
  lots: (Record<'lot' | 'bestBefore' | 'useBy' | 'source', string | null> & { quantity: number })[];
}

/** Reads deliveries with their lines and lots by one statement. */
export async function readStored(
  context: Context,
  ids: readonly bigint[],
): Promise<Map<bigint, StoredDelivery>> {
  if (ids.length === 0) return new Map();
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(Omit<StoredDelivery, 'lines'> & { lines: JsonLine[] })[]>`
    SELECT delivery.id, delivery.status, delivery.supermarket_id AS "supermarketId",
           delivery.branch_id AS "branchId", to_char(delivery.delivery_date, 'YYYY-MM-DD') AS "deliveryDate",
           delivery.notes, delivery.order_number AS "orderNumber", delivery.carrier, of_lines.lines
    FROM unnest(${[...ids]}::bigint[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT * FROM deliveries delivery
      WHERE delivery.account_id = ${accountId} AND delivery.id = given.id LIMIT 1
    ) AS delivery
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object(
               'productId', item.product_id::text, 'name', item.name, 'quantity', item.quantity,
               'lots', of_lots.lots)) AS lines
      FROM delivery_items item
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
                 'lot', lot.lot, 'bestBefore', lot.best_before, 'useBy', lot.use_by,
                 'quantity', lot.quantity, 'source', lot.source)), '[]') AS lots
        FROM delivery_item_lots lot
        WHERE lot.account_id = ${accountId} AND lot.delivery_id = item.delivery_id
          AND lot.product_id = item.product_id AND lot.superseded_at IS NULL
      ) AS of_lots
      WHERE item.account_id = ${accountId} AND item.delivery_id = delivery.id
    ) AS of_lines`;
  return new Map(
    rows.map(({ lines, ...row }) => [
      row.id,
      { ...row, lines: lines.map((line) => ({ ...line, productId: BigInt(line.productId) })) },
    ]),
  );
}

/** A line in JSON, which has no bigints. */
type JsonLine = Omit<StoredLine, 'productId'> & { productId: string };

/**
 * Returns the fields in which a row differs from a delivery. Prices and names of products are not compared.
 */
export function differencesOf(given: GivenDelivery, stored: StoredDelivery): ComparedField[] {
  const names = Object.keys(COMPARED) as ComparedField[];
  return names.filter((name) => {
    const value = given[name];
    if (value == null) return false;
    if (name === 'products') return !hasLines(stored, given.products!);
    // Empty notes equal missing notes.
    return value !== (stored[name] ?? '');
  });
}

function hasLines({ lines }: StoredDelivery, given: readonly ComparedLine[]): boolean {
  if (lines.length !== given.length) return false;
  const byProduct = new Map(lines.map((line) => [line.productId, line]));
  return given.every(({ productId, quantity, lots }) => {
    const line = byProduct.get(productId);
    return line?.quantity === quantity && (lots == null || hasLots(line, lots));
  });
}

function hasLots({ lots }: StoredLine, given: readonly GivenLot[]): boolean {
  if (lots.length !== given.length) return false;
  const rest = [...lots];
  for (const each of given) {
    const at = rest.findIndex((lot) => isLot(lot, each));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

function isLot(stored: StoredLine['lots'][number], given: GivenLot): boolean {
  return (
    stored.lot === (given.lot ?? null) &&
    stored.bestBefore === (given.bestBefore ?? null) &&
    stored.useBy === (given.useBy ?? null) &&
    stored.quantity === given.quantity &&
    (given.source == null || stored.source === given.source)
  );
}
