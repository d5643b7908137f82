import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { AppError, fault, notFound } from '../errors.ts';
import { HAS_RECIPIENTS, publish } from '../event/publish.ts';
import { idInput } from '../record-id.ts';
import { calendarDate, longText, quantity, text } from '../rules.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { valid } from '../valid.ts';

export const MAX_REASON = 100;

/** Returns the rules for a new return; `id` is in the terms of the interface. */
export function returnRules<Id extends z.ZodType>(id: Id) {
  return {
    deliveryId: id,
    productId: id,
    quantity,
    reason: text(MAX_REASON),
    returnDate: calendarDate,
    description: longText.nullish(),
  };
}

const CreateReturn = z.strictObject(returnRules(idInput));

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
      WHERE item.account_id = ${accountId} AND item.delivery_id = ${BigInt(request.deliveryId)}
        AND item.product_id = ${BigInt(request.productId)}
        AND returned_quantity + ${request.quantity} <= quantity
        AND delivery.account_id = item.account_id AND delivery.id = item.delivery_id
        AND delivery.status = ANY(${RETURNABLE})
      RETURNING item.*, delivery.supermarket_id
    ), return AS (
    INSERT INTO returns (account_id, delivery_id, product_id, supermarket_id, quantity, reason,
                         description, return_date, credit_amount)
    SELECT account_id, delivery_id, product_id, supermarket_id, ${request.quantity}, ${request.reason},
           ${request.description ?? ''}, ${request.returnDate}::date, ${request.quantity} * unit_price
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
  const delivery = await context.db.delivery.findUnique({
    where: { accountId_id: { accountId, id: request.deliveryId } },
    select: { status: true, items: { where: { productId: request.productId } } },
  });
  if (!delivery) return notFound('delivery', 'deliveryId');
  if (!RETURNABLE.includes(delivery.status as never)) {
    const problem = `deliveryId is a delivery with status ${delivery.status}: only ${RETURNABLE.join(' and ')} deliveries can have returns`;
    return fault('validation_error', problem, 'deliveryId');
  }
  const [line] = delivery.items;
  if (!line) return fault('validation_error', 'productId is not in this delivery', 'productId');
  const left = line.quantity - line.returnedQuantity;
  return fault('validation_error', `quantity exceeds what can still be returned: ${left}`, 'quantity');
}
