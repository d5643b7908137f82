import type { DisputeStatus } from '../../generated/operations.ts';
import { Badge, type Tone } from '../../base/kit/layout/badge.tsx';

const STATUSES: Record<DisputeStatus, [label: string, tone: Tone]> = {
  OPEN: ['Open', 'warn'],
  ACCEPTED: ['Accepted', 'good'],
  DECLINED: ['Declined', 'plain'],
};

/** Shows what became of a dispute. */
export function DisputeBadge({ status }: { status: DisputeStatus }) {
  const [label, tone] = STATUSES[status];
  return <Badge tone={tone}>{label}</Badge>;
}
