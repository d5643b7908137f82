import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { type Kind, KINDS } from './withdrawal-kind.tsx';

interface StartDialogProps {
  kind: Kind;
  /** The product and its lots or dates. */
  goods: string;
  /** The number of branches that get a notice. */
  branches: number;
  /** The number of lots whose branches were not looked up. */
  unseen: number;
  /** Why there could be no notices. */
  problem: string | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a withdrawal starts: its kind, its goods, and how many branches get a notice. */
export function StartDialog(props: StartDialogProps) {
  const { kind, goods, branches, unseen, problem, isBusy, onConfirm, onClose } = props;
  const [label, about] = KINDS[kind];
  const start = `Start ${label.toLowerCase()}`;
  return (
    <ConfirmDialog
      title={`${start} at ${plural(branches, 'branch')}?`}
      label={problem ? `${start} anyway` : start}
      isDangerous={kind !== 'TEST'}
      isBusy={isBusy}
      failure={undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {problem && (
        <Notice tone="warn" title={problem}>
          There could be no notices. Check product and lot, or start anyway.
        </Notice>
      )}
      <p>
        <strong>{goods}</strong>
      </p>
      <p>
        {about}
        {kind !== 'TEST' && ' You cannot undo this, only close it.'}
        {unseen > 0 && ` The branches of ${plural(unseen, 'more lot')} get notices too.`}
      </p>
    </ConfirmDialog>
  );
}
