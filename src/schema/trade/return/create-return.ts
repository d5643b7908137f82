import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, fault, faultAt, notFound } from '../../core/errors.ts';
import { columns, values } from '../../core/noun/fields-sql.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { valid } from '../../core/noun/valid.ts';
import { write } from '../../core/write/write.ts';
import { RETURN_FIELDS } from './fields.ts';
import { insertReturn } from './insert-return.ts';

const CreateReturn = z.strictObject(rulesToCreate(RETURN_FIELDS));
const COLUMNS = Prisma.sql`account_id, supermarket_id, ${columns(RETURN_FIELDS)}, created_by, credit_amount`;

type CreateReturn = z.output<typeof CreateReturn>;

/**
 * Records a return, credited at the delivery's unit price, and returns its id. The same statement counts the
 * returned quantity on the delivery's line, and on its lot if the return names one, so racing returns cannot
 * exceed either.
 *
 * @throws AppError `validation_error`, or `not_found` on deliveryId
 */
export async function createReturn(context: Context, input: unknown): Promise<bigint> {
  const request = valid(CreateReturn, input);
  let created = await insert(context, request);
  if (!created) {
    const refused = await refusal(context, request);
    if (refused) throw refused;
    created = await insertHoldingLine(context, request);
  }
  if (!created) throw fault('conflicting_writes', 'The lots of this delivery are being changed. Try again');
  return created;
}

async function insert(context: Context, request: CreateReturn): Promise<bigint | undefined> {
  const accountId = accountOf(context);
  const row = Prisma.sql`
    SELECT account_id, supermarket_id, ${values(RETURN_FIELDS, request)}, ${actorName(context)},
           ${request.quantity} * unit_price
    FROM line`;
  const [created] = await write<{ id: bigint }>(context, {
    ...insertReturn(counted(accountId, request), COLUMNS, row),
    returns: Prisma.sql`id FROM return`,
  });
  return created?.id;
}

/**
 * Locks the line, then inserts the return: only a later statement sees lots that were replaced during its
 * wait.
 */
function insertHoldingLine(context: Context, request: CreateReturn): Promise<bigint | undefined> {
  return inOneTransaction(context, async (inside) => {
    await inside.db.$queryRaw`
      SELECT FROM delivery_items
      WHERE account_id = ${accountOf(context)} AND delivery_id = ${request.deliveryId}
        AND product_id = ${request.productId} FOR NO KEY UPDATE`;
    return insert(inside, request);
  });
}

/** Returns the parts of the statement that count the quantity; `line` has the line if it can be returned. */
function counted(accountId: bigint, { deliveryId, productId, quantity, lot }: CreateReturn): Prisma.Sql {
  const isReturnable = Prisma.sql`
    item.account_id = ${accountId} AND item.delivery_id = ${deliveryId} AND item.product_id = ${productId}
    AND item.returned_quantity + ${quantity} <= item.quantity
    AND delivery.account_id = item.account_id AND delivery.id = item.delivery_id
    AND delivery.status = ANY(${RETURNABLE})`;
  if (lot == null) {
    return Prisma.sql`line AS (
      UPDATE delivery_items item SET returned_quantity = returned_quantity + ${quantity}
      FROM deliveries delivery WHERE ${isReturnable}
      RETURNING item.*, delivery.supermarket_id
    )`;
  }
  // Both rows are locked before either is changed, because the second may not have the quantity.
  return Prisma.sql`held AS MATERIALIZED (
      SELECT delivery.supermarket_id, lot.id AS lot_id
      FROM deliveries delivery, delivery_items item, delivery_item_lots lot
      WHERE ${isReturnable}
        AND lot.account_id = item.account_id AND lot.delivery_id = item.delivery_id
        AND lot.product_id = item.product_id AND lot.lot = ${lot} AND lot.superseded_at IS NULL
        AND lot.returned_quantity + ${quantity} <= lot.quantity
      FOR NO KEY UPDATE OF item, lot
    ), lot AS (
      UPDATE delivery_item_lots lot SET returned_quantity = returned_quantity + ${quantity}
      FROM held WHERE lot.account_id = ${accountId} AND lot.id = lot_id
    ), line AS (
      UPDATE delivery_items item SET returned_quantity = returned_quantity + ${quantity}
      FROM held
      WHERE item.account_id = ${accountId} AND item.delivery_id = ${deliveryId} AND item.product_id = ${productId}
      RETURNING item.*, held.supermarket_id
    )`;
}

/** Returns the error that explains why the return could not be recorded; undefined if it can be by now. */
async function refusal(context: Context, request: CreateReturn): Promise<AppError | undefined> {
  const accountId = accountOf(context);
  const { deliveryId, productId, quantity, lot } = request;
  const delivery = await context.db.delivery.findUnique({
    where: { accountId_id: { accountId, id: deliveryId } },
    select: { status: true },
  });
  if (!delivery) return notFound('delivery', 'deliveryId');
  if (!RETURNABLE.includes(delivery.status as never)) {
    const problem = `is a delivery with status ${delivery.status}: only ${RETURNABLE.join(' and ')} deliveries can have returns`;
    return new AppError(
      faultAt('deliveryId', violation('delivery_not_returnable', problem, { status: delivery.status })),
    );
  }
  const [line] = await context.db.deliveryItem.findMany({ where: { accountId, deliveryId, productId } });
  if (!line)
    return new AppError(faultAt('productId', violation('not_in_delivery', 'is not in this delivery')));
  const left = line.quantity - line.returnedQuantity;
  const exceeded = new AppError(
    faultAt(
      'quantity',
      violation('exceeds_returnable', `exceeds what can still be returned: ${left}`, { max: left }),
    ),
  );
  if (lot == null) return exceeded;
  const lots = await context.db.$queryRaw<{ lot: string; left: number }[]>`
    SELECT lot, quantity - returned_quantity AS left FROM delivery_item_lots
    WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND product_id = ${productId}
      AND superseded_at IS NULL AND lot IS NOT NULL
    ORDER BY id`;
  const own = lots.find((each) => each.lot === lot);
  if (!own) {
    const names = lots.map((each) => each.lot).join(', ');
    return new AppError(
      faultAt('lot', violation('lot_not_in_line', `is not in this line, which has ${names || 'no lots'}`)),
    );
  }
  if (quantity > left) return exceeded;
  if (quantity <= own.left) return undefined;
  return new AppError(
    faultAt(
      'quantity',
      violation('exceeds_returnable', `exceeds what can still be returned of this lot: ${own.left}`, {
        max: own.left,
      }),
    ),
  );
}
