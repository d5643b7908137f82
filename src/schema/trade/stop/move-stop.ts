import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { requireStopOfDriver } from '../tour/driver-stops.ts';
import { requireNotFuture } from '../receipt/received-at.ts';
import { instant } from '../../core/noun/rules.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';

const MoveInput = z.object({ at: instant.nullish() });

/**
 * Changes the status of a delivery for its driver, also some time after it happened.
 *
 * @param at when it happened (default: now)
 * @throws AppError `not_found`, `validation_error`, or `invalid_transition` on field status
 */
export async function moveStop(
  context: Context,
  id: string,
  status: 'in_transit' | 'completed',
  at: string | null | undefined,
): Promise<void> {
  const said = valid(MoveInput, { at }).at;
  const moment = said == null ? undefined : new Date(said);
  if (moment) requireNotFuture(moment, new Date());
  await requireStopOfDriver(context, recordIdOf(id), said);
  await moveDelivery(context, id, status, undefined, moment);
}
