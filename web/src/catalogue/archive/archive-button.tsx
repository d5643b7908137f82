import { Archive, ArchiveRestore } from 'lucide-react';
import { Button } from '../../base/kit/layout/button.tsx';
import { type Archivable, type ArchivedNoun, useArchiving } from './use-archiving.tsx';

interface ArchiveButtonProps {
  noun: ArchivedNoun;
  record: Archivable;
  onChange: () => void;
  isSmall?: boolean;
}

/** Archives a record after confirmation, or restores an archived one. */
export function ArchiveButton({ noun, record, onChange, isSmall }: ArchiveButtonProps) {
  const archiving = useArchiving(noun, onChange);
  const { name, archivedAt } = record;
  const verb = archivedAt ? 'Restore' : 'Archive';
  return (
    <>
      <Button
        icon={archivedAt ? ArchiveRestore : Archive}
        isSmall={isSmall}
        isBusy={archiving.isRestoring}
        aria-label={isSmall ? `${verb} ${name}` : undefined}
        onClick={() => archiving.change(record)}
      >
        {verb}
      </Button>
      {archiving.dialog}
    </>
  );
}
