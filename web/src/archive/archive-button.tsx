import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import {
  ArchiveBranchDocument,
  ArchiveProductDocument,
  RestoreBranchDocument,
  RestoreProductDocument,
} from '../generated/operations.ts';
import type { Document } from '../graphql/document.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/dialog.tsx';
import { useToast } from '../kit/toast.tsx';

type Mutation = Document<unknown, { id: string }>;

interface Noun {
  name: string;
  archive: Mutation;
  restore: Mutation;
  about: string;
}

const NOUNS = {
  product: {
    name: 'Product',
    archive: ArchiveProductDocument,
    restore: RestoreProductDocument,
    about: 'You can no longer add it to new deliveries.',
  },
  branch: {
    name: 'Branch',
    archive: ArchiveBranchDocument,
    restore: RestoreBranchDocument,
    about: 'You can no longer create deliveries for it.',
  },
} satisfies Record<string, Noun>;

interface ArchiveButtonProps {
  noun: keyof typeof NOUNS;
  record: { id: string; name: string; archivedAt: string | null };
  onChange: () => void;
  isSmall?: boolean;
}

/** Archives a record after confirmation, or restores an archived one. */
export function ArchiveButton({
  noun,
  record: { id, name, archivedAt },
  onChange,
  isSmall,
}: ArchiveButtonProps) {
  const words: Noun = NOUNS[noun];
  const archive = useAction(words.archive);
  const restore = useAction(words.restore);
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const change = async ({ run }: typeof archive, done: string) => {
    if (!(await run({ id }, (failure) => toast(failure.message, 'warn')))) return;
    setAsking(false);
    toast(`${words.name} ${done}`);
    onChange();
  };
  const verb = archivedAt ? 'Restore' : 'Archive';
  return (
    <>
      <Button
        icon={archivedAt ? ArchiveRestore : Archive}
        isSmall={isSmall}
        isBusy={restore.isRunning}
        aria-label={isSmall ? `${verb} ${name}` : undefined}
        onClick={() => (archivedAt ? void change(restore, 'restored') : setAsking(true))}
      >
        {verb}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Archive this ${noun}?`}
          label={`Archive ${noun}`}
          isBusy={archive.isRunning}
          failure={archive.failure}
          onConfirm={() => void change(archive, 'archived')}
          onClose={() => setAsking(false)}
        >
          <p>{words.about} Existing deliveries and returns keep it, and you can restore it at any time.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
