import { MAX_SHIFT_DAYS } from '../limits.ts';
import type { OccurrenceStatus, Reason } from './fields.ts';
import { type Found } from './plan-occurrences.ts';

const WORDS: Record<Reason, { skipped: string; failed: string }> = {
  closed_day: {
    skipped: 'Skipped, because the day is closed',
    failed: `The day is closed, and there is no open day within ${MAX_SHIFT_DAYS} days`,
  },
  archived: {
    skipped: 'Skipped, because a product or the branch is archived',
    failed: 'A product or the branch is archived. Restore it or choose another',
  },
  too_late: {
    skipped: 'Skipped, because the day had passed',
    failed: 'The day had passed before the delivery was created. If the goods went out, restore the date',
  },
  refused: {
    skipped: 'Skipped, because the delivery was refused',
    failed: 'The delivery could not be created',
  },
};

interface State {
  status: OccurrenceStatus;
  reason: Reason | null;
}

/** Returns why nothing is delivered, in words; null for planned and created dates. */
export function occurrenceInWords({ status, reason }: State): string | null {
  if (status !== 'skipped' && status !== 'failed') return null;
  return reason === null ? 'Skipped by hand' : WORDS[reason][status];
}

/**
 * The problems that follow from the reason of a failure; null if it depends on the creation of the delivery.
 */
const PROBLEMS: Record<Reason, Found | null> = {
  closed_day: { problem: 'no_open_day', values: { days: MAX_SHIFT_DAYS } },
  archived: { problem: 'archived', values: null },
  too_late: { problem: 'day_passed', values: null },
  refused: null,
};

/** Returns why a date failed, for programs; null for other dates. */
export function problemOfOccurrence({
  status,
  reason,
  found,
}: State & { found: Found | null }): Found | null {
  return status === 'failed' ? (found ?? PROBLEMS[reason!]) : null;
}
