import { z } from 'zod';
import { type Delivery, Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { AppError, fault } from '../errors.ts';
import { publish } from '../event/publish.ts';
import { idInput } from '../record-id.ts';
import { futureDate, lengthFirst, longText, quantity } from '../rules.ts';
import { valid } from '../valid.ts';
import { writeRecord } from '../write-record.ts';
import { findUnusable } from './find-unusable.ts';

export const MAX_PRODUCTS = 500;

/**
 * Returns the rules for a delivery's lines, shared by REST and GraphQL. `line` describes a line in the terms of the
 * interface, `productIdOf` returns its product.
 */
export function deliveryLines<T extends z.ZodType>(
  line: T,
  productIdOf: (line: z.output<T>) => number,
  key: string,
) {
  const lines = z.array(line, 'must be an array').min(1, 'must contain at least one product');
  const tooMany = `must contain at most ${MAX_PRODUCTS} products`;
  return lengthFirst(lines, MAX_PRODUCTS, tooMany).superRefine((lines, { addIssue }) => {
    const seen = new Set<number>();
    for (const [index, each] of lines.entries()) {
      const productId = productIdOf(each);
      if (seen.has(productId))
        addIssue({ code: 'custom', path: [index, key], message: 'repeats a product; each can appear once' });
      seen.add(productId);
    }
  });
}

/** Returns the rules for a new delivery; `id` and `products` are in the terms of the interface. */
export function deliveryRules<Id extends z.ZodType, Lines extends z.ZodType>(id: Id, products: Lines) {
  return { supermarketId: id, branchId: id, products, deliveryDate: futureDate, notes: longText.nullish() };
}

const Lines = deliveryLines(
  z.strictObject({ productId: idInput, quantity }),
  (line) => line.productId,
  'productId',
);
const CreateDelivery = z.strictObject(deliveryRules(idInput, Lines));

type CreateDelivery = z.output<typeof CreateDelivery>;

/** The parts of the statement with the rows it writes. */
const WRITTEN = { Delivery: 'delivery', DeliveryItem: 'item' };

/**
 * Creates a pending delivery, which copies the current names and unit prices of the products, and returns what `query`
 * selects of it. Takes one statement for any number of products.
 *
 * @throws AppError `validation_error`, also for an archived branch or product, or `not_found` naming the reference
 * that is not the account's
 */
export async function createDelivery(
  context: Context,
  input: unknown,
  query: object = {},
): Promise<Delivery> {
  const delivery = valid(CreateDelivery, input);
  let created = await insert(context, delivery, query);
  if (!created) {
    const [first, ...others] = await findUnusable(context, delivery);
    if (first) throw new AppError(first, ...others);
    // An archived record was restored in the meantime.
    created = await insert(context, delivery, query);
  }
  if (!created) throw fault('service_unavailable', 'Products or branches are being archived. Try again');
  return created;
}

/** Inserts the delivery. Returns undefined when a reference cannot be used. */
function insert(context: Context, delivery: CreateDelivery, query: object): Promise<Delivery | undefined> {
  const accountId = accountOf(context);
  const parts = Prisma.sql`
    WITH line AS (
      SELECT position, product.id AS product_id, product.name, quantity, product.price AS unit_price
      FROM unnest(${delivery.products.map((line) => BigInt(line.productId))}::bigint[],
                  ${delivery.products.map((line) => line.quantity)}::int[])
           WITH ORDINALITY AS requested (product_id, quantity, position)
      JOIN products product ON product.account_id = ${accountId} AND product.id = requested.product_id
        AND product.archived_at IS NULL
    ), delivery AS (
      INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, notes,
                              total_quantity, total_value)
      SELECT account_id, supermarket_id, id, ${delivery.deliveryDate}::date, ${delivery.notes ?? null},
             (SELECT sum(quantity) FROM line), (SELECT sum(quantity * unit_price) FROM line)
      FROM branches
      WHERE account_id = ${accountId} AND supermarket_id = ${BigInt(delivery.supermarketId)}
        AND id = ${BigInt(delivery.branchId)} AND archived_at IS NULL
        AND (SELECT count(*) FROM line) = ${delivery.products.length}
      RETURNING *
    ), item AS (
      INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
      SELECT ${accountId}, delivery.id, product_id, position, name, quantity, unit_price FROM delivery, line
      RETURNING *
    ), event AS (${publish('delivery.created', 'delivery')})`;
  return writeRecord(context, 'Delivery', query, WRITTEN, parts);
}
