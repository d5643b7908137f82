import { Badge } from '../../base/kit/layout/badge.tsx';

/** Flags a delivery with a withdrawn lot. */
export function WithdrawnBadge({ of: { hasWithdrawnLots } }: { of: { hasWithdrawnLots: boolean } }) {
  return hasWithdrawnLots && <Badge tone="bad">Withdrawn lot</Badge>;
}
