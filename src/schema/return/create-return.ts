import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { AppError, faultAt, notFound } from '../errors.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { columns, values } from '../fields-sql.ts';
import { rulesToCreate } from '../fields.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { valid } from '../valid.ts';
import { RETURN_FIELDS } from './fields.ts';

const CreateReturn = z.strictObject(rulesToCreate(RETURN_FIELDS));
const COLUMNS = columns(RETURN_FIELDS);

type CreateReturn = z.output<typeof CreateReturn>;

/**
 * Records a return, credited at the delivery's unit price, and returns its id. The same statement counts the returned
 * quantity on the delivery's line, so racing returns cannot exceed it.
 *
 * @throws AppError `validation_error`, or `not_found` on deliveryId
 */
export async function createReturn(context: Context, input: unknown): Promise<bigint> {
  const request = valid(CreateReturn, input);
  const accountId = accountOf(context);
  const [created] = await context.db.$queryRaw<{ id: bigint; has_recipients: boolean }[]>`
    WITH line AS (
      UPDATE delivery_items item SET returned_quantity = returned_quantity + ${request.quantity}
      FROM deliveries delivery
      WHERE item.account_id = ${accountId} AND item.delivery_id = ${request.deliveryId}
        AND item.product_id = ${request.productId}
        AND returned_quantity + ${request.quantity} <= quantity
        AND delivery.account_id = item.account_id AND delivery.id = item.delivery_id
        AND delivery.status = ANY(${RETURNABLE})
      RETURNING item.*, delivery.supermarket_id
    ), return AS (
    INSERT INTO returns (account_id, supermarket_id, ${COLUMNS}, credit_amount)
    SELECT account_id, supermarket_id, ${values(RETURN_FIELDS, request)}, ${request.quantity} * unit_price
    FROM line
    RETURNING *, (SELECT name FROM line) AS product_name
    ), event AS (${publish('return.created', 'return')})
    SELECT id, ${HAS_RECIPIENTS} FROM return`;
  if (!created) throw await refusal(context, request);
  context.announce(created.has_recipients);
  return created.id;
}

/** Returns the error that explains why the return could not be recorded. */
async function refusal(context: Context, request: CreateReturn): Promise<AppError> {
  const accountId = accountOf(context);
  const { deliveryId, productId } = request;
  const delivery = await context.db.delivery.findUnique({
    where: { accountId_id: { accountId, id: deliveryId } },
    select: { status: true },
  });
  if (!delivery) return notFound('delivery', 'deliveryId');
  if (!RETURNABLE.includes(delivery.status as never)) {
    const problem = `is a delivery with status ${delivery.status}: only ${RETURNABLE.join(' and ')} deliveries can have returns`;
    return new AppError(faultAt('deliveryId', problem));
  }
  const [line] = await context.db.deliveryItem.findMany({ where: { accountId, deliveryId, productId } });
  if (!line) return new AppError(faultAt('productId', 'is not in this delivery'));
  const left = line.quantity - line.returnedQuantity;
  return new AppError(faultAt('quantity', `exceeds what can still be returned: ${left}`));
}
