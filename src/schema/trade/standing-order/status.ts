import { type Day, dayOfDate } from './days.ts';
import type { StandingOrderStatus } from './fields.ts';
import { isPaused } from './plan-occurrences.ts';

interface Dates {
  endedAt: Date | null;
  endsOn: Date | null;
  pausedFrom: Date | null;
  pausedUntil: Date | null;
}

/** Returns the status of a standing order on a day. */
export function statusOn(
  { endedAt, endsOn, pausedFrom, pausedUntil }: Dates,
  today: Day,
): StandingOrderStatus {
  if (endedAt || (endsOn && dayOfDate(endsOn) < today)) return 'ended';
  const pause = {
    pausedFrom: pausedFrom && dayOfDate(pausedFrom),
    pausedUntil: pausedUntil && dayOfDate(pausedUntil),
  };
  return isPaused(pause, today) ? 'paused' : 'active';
}
