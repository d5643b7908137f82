import type { DeliveryStatus } from '../../generated/operations.ts';
import { clock, dateTime, dayOf } from '../../base/kit/words/format.ts';

interface Moved {
  status: DeliveryStatus;
  inTransitAt?: string | null;
  inTransitBy?: string | null;
  completedAt: string | null;
  completedBy: string | null;
  cancelledAt: string | null;
  cancelledBy: string | null;
}

/** Returns what happened to a delivery last, such as "This delivery was cancelled at 13:19 by Ann Smith." */
export function lastMoveInWords(delivery: Moved): string | undefined {
  const { status } = delivery;
  if (status === 'COMPLETED') return moved('completed', delivery.completedAt, delivery.completedBy);
  if (status === 'CANCELLED') return moved('cancelled', delivery.cancelledAt, delivery.cancelledBy);
  if (status === 'PENDING') return undefined;
  return moved('marked as in transit', delivery.inTransitAt, delivery.inTransitBy);
}

function moved(done: string, at: string | null | undefined, by: string | null | undefined): string {
  return `This delivery was ${done}${at ? ` ${momentInWords(at)}` : ''}${by ? ` by ${by}` : ''}.`;
}

/** Returns a time in a sentence: "at 13:19" today, or else "on 21 Nov 2026, 13:19". */
export function momentInWords(time: string): string {
  return dayOf(time) === dayOf(new Date().toISOString()) ? `at ${clock(time)}` : `on ${dateTime(time)}`;
}
