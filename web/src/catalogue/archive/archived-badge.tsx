import { Badge } from '../../base/kit/layout/badge.tsx';

/** Marks an archived record, after its name. */
export function ArchivedBadge({ of: { archivedAt } }: { of: { archivedAt: string | null } }) {
  if (!archivedAt) return null;
  return (
    <>
      {' '}
      <Badge>Archived</Badge>
    </>
  );
}
