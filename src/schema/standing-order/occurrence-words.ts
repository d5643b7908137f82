import type { OccurrenceStatus, Reason } from './fields.ts';

const WORDS: Record<Reason, { skipped: string; failed: string }> = {
  closed_day: {
    skipped: 'Skipped, because the day is closed',
    failed: 'The day is closed, and there is no open day within 14 days',
  },
  archived: {
    skipped: 'Skipped, because a product or the branch is archived',
    failed: 'A product or the branch is archived. Restore it or choose another',
  },
  too_late: {
    skipped: 'Skipped, because the day had passed',
    failed: 'The date moved to a day that had passed',
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

/** Returns why nothing is delivered, in words; null for what is planned or created. */
export function occurrenceInWords({ status, reason }: State): string | null {
  if (status !== 'skipped' && status !== 'failed') return null;
  return reason === null ? 'Skipped by hand' : WORDS[reason][status];
}
