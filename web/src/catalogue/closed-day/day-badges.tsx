import { Badge } from '../../base/kit/layout/badge.tsx';

const WORDS: Record<string, string> = { CLOSED_DAY: 'Closed day', AFTER_CUT_OFF: 'After cut-off' };

/** Flags a delivery that is still to come, on a closed day or ordered after the cut-off. */
export function DayBadges({
  of: { status, dayWarnings },
}: {
  of: { status: string; dayWarnings: readonly { kind: string }[] };
}) {
  if (status !== 'PENDING' && status !== 'IN_TRANSIT') return null;
  return dayWarnings.map(({ kind }) => (
    <Badge key={kind} tone="warn">
      {WORDS[kind]}
    </Badge>
  ));
}
