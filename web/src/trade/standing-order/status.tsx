import type {
  OccurrenceRowFragment,
  OccurrenceStatus,
  StandingOrderStatus,
  StandingOrderWarningKind,
} from '../../generated/operations.ts';
import { Badge, type Tone } from '../../base/kit/layout/badge.tsx';

const STATUS_LOOKS: Record<StandingOrderStatus, [label: string, tone: Tone]> = {
  ACTIVE: ['Active', 'good'],
  PAUSED: ['Paused', 'warn'],
  ENDED: ['Ended', 'plain'],
};

/** The statuses of standing orders, with their labels. */
export const STATUS_LABELS = Object.entries(STATUS_LOOKS).map(
  ([status, [label]]) => [status, label] as const,
);

/** Shows the status of a standing order. */
export function StandingOrderBadge({ status }: { status: StandingOrderStatus }) {
  const [label, tone] = STATUS_LOOKS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The warnings about a standing order in a list, with their labels. */
export const WARNING_LABELS: Record<StandingOrderWarningKind, string> = {
  NEVER_DELIVERS: 'Never delivers',
  ARCHIVED: 'Branch or product archived',
};

const DATE_LOOKS: Record<OccurrenceStatus, [label: string, tone: Tone]> = {
  PLANNED: ['Planned', 'note'],
  CREATED: ['Created', 'good'],
  SKIPPED: ['Skipped', 'plain'],
  FAILED: ['Failed', 'bad'],
};

/** Shows the status of a date of a standing order. */
export function OccurrenceBadge({
  of: { status, isChanged },
}: {
  of: Pick<OccurrenceRowFragment, 'status' | 'isChanged'>;
}) {
  const [label, tone] = DATE_LOOKS[status];
  return <Badge tone={tone}>{isChanged && status === 'PLANNED' ? 'Planned, changed' : label}</Badge>;
}
