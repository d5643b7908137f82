import type { ImportStatus } from '../../generated/operations.ts';
import { Badge, type Tone } from '../../base/kit/layout/badge.tsx';

const LOOKS: Record<ImportStatus, [label: string, tone: Tone]> = {
  PREVIEWED: ['Not started', 'note'],
  RUNNING: ['Running', 'note'],
  SUCCEEDED: ['Imported', 'good'],
  FAILED: ['Failed', 'bad'],
  CANCELLED: ['Cancelled', 'plain'],
};

/** The statuses with their labels. */
export const STATUS_LABELS = Object.entries(LOOKS).map(
  ([status, [label]]) => [status as ImportStatus, label] as const,
);

interface Stand {
  status: ImportStatus;
  refused: number;
}

/** Shows how far an import is. */
export function ImportBadge({ of: { status, refused } }: { of: Stand }) {
  if (status === 'PREVIEWED' && refused > 0) return <Badge tone="warn">Has errors</Badge>;
  const [label, tone] = LOOKS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
