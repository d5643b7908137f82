import { Badge } from '../kit/badge.tsx';

/** Marks an archived record. */
export function ArchivedBadge({ of: { archivedAt } }: { of: { archivedAt: string | null } }) {
  return archivedAt && <Badge>Archived</Badge>;
}
