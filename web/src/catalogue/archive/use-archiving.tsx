import { type ReactNode, useState } from 'react';
import {
  ArchiveBranchDocument,
  ArchiveProductDocument,
  RestoreBranchDocument,
  RestoreProductDocument,
} from '../../generated/operations.ts';
import type { Document } from '../../base/graphql/document.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';

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

export type ArchivedNoun = keyof typeof NOUNS;

/** A record that can be archived. */
export interface Archivable {
  id: string;
  name: string;
  archivedAt: string | null;
}

interface Archiving {
  /** Restores an archived record, and asks before it archives another one. */
  change: (record: Archivable) => void;
  isRestoring: boolean;
  /** The question. */
  dialog: ReactNode;
}

/** Returns how to archive and restore records of a noun. */
export function useArchiving(noun: ArchivedNoun, onChange: () => void): Archiving {
  const words: Noun = NOUNS[noun];
  const archive = useAction(words.archive);
  const restore = useAction(words.restore);
  const [asked, setAsked] = useState<Archivable>();
  const toast = useToast();
  const run = async (action: typeof archive, { id }: Archivable, done: string) => {
    if (!(await action.run({ id }, (failure) => toast(failure.message, 'warn')))) return;
    setAsked(undefined);
    toast(`${words.name} ${done}`);
    onChange();
  };
  return {
    change: (record) => (record.archivedAt ? void run(restore, record, 'restored') : setAsked(record)),
    isRestoring: restore.isRunning,
    dialog: asked && (
      <ConfirmDialog
        title={`Archive this ${noun}?`}
        label={`Archive ${noun}`}
        isBusy={archive.isRunning}
        failure={archive.failure}
        onConfirm={() => void run(archive, asked, 'archived')}
        onClose={() => setAsked(undefined)}
      >
        <p>{words.about} Existing deliveries and returns keep it, and you can restore it at any time.</p>
      </ConfirmDialog>
    ),
  };
}
