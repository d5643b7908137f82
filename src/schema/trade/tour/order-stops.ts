import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { valid } from '../../core/noun/valid.ts';
import { changeTour } from './change-tour.ts';
import { STOP_IDS } from './fields.ts';
import { setStops } from './set-stops.ts';

const OrderStops = z.strictObject({ deliveryIds: STOP_IDS.rule });

interface StopOrder {
  deliveryIds: readonly string[];
  /** Whether deliveries may come from other tours of the day. */
  takeOver: boolean;
  ifMatch?: string | null | undefined;
}

/**
 * Makes deliveries the stops of a tour, in this order. What is not among them leaves.
 *
 * @throws AppError `not_found`, `validation_error` or `precondition_failed`
 */
export async function orderStops(
  context: Context,
  id: string,
  { deliveryIds: given, takeOver, ifMatch }: StopOrder,
): Promise<bigint> {
  const { deliveryIds } = valid(OrderStops, { deliveryIds: given });
  return changeTour(context, id, ifMatch, async (inside, tour) => {
    await setStops(inside, tour, deliveryIds, takeOver);
    return ['stops'];
  });
}
