import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { idInput } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { requireVersion } from '../../core/version/require-version.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import type { DeliveryStatus } from '../delivery/status.ts';
import { CONTAINER_ROWS } from './fields.ts';
import { requireTypes, writeContainers } from './write-containers.ts';

const SetContainers = z.strictObject({ deliveryId: idInput, rows: CONTAINER_ROWS.rule });

/**
 * Replaces the containers of a delivery that is not cancelled, and returns its id.
 *
 * @throws AppError `validation_error`, `not_found`, `invalid_transition` for a cancelled delivery, or
 * `precondition_failed` for another version of the delivery
 */
export function setContainers(context: Context, input: unknown, ifMatch?: string | null): Promise<bigint> {
  const { deliveryId, rows } = valid(SetContainers, input);
  return inOneTransaction(context, async (inside) => {
    const [delivery] = await inside.db.$queryRaw<{ status: DeliveryStatus }[]>`
      SELECT status FROM deliveries
      WHERE account_id = ${accountOf(inside)} AND id = ${deliveryId}
        /* guard: containers-delivery-lock */ FOR NO KEY UPDATE`;
    if (!delivery) throw notFound('delivery', 'deliveryId');
    await requireVersion(inside, 'Delivery', deliveryId, ifMatch);
    const { status } = delivery;
    // guard: containers-of-cancelled
    if (status === 'cancelled')
      throw fault('wrong_status', 'This delivery is cancelled', 'status', { status });
    await requireTypes(inside, { deliveryId, rows }, { path: 'rows', takesArchived: false });
    await writeContainers(inside, { deliveryId, rows, isWhole: true });
    return deliveryId;
  });
}
