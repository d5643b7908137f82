import { CloseWithdrawalDocument, type WithdrawalPageQuery } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { TextArea } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { KINDS } from './withdrawal-kind.tsx';

interface CloseDialogProps {
  withdrawal: NonNullable<WithdrawalPageQuery['withdrawal']>;
  onClosed: () => void;
  onClose: () => void;
}

/** Closes a withdrawal, which cannot be undone. */
export function CloseDialog({ withdrawal, onClosed, onClose }: CloseDialogProps) {
  const { run, isRunning, failure } = useAction(CloseWithdrawalDocument);
  const toast = useToast();
  const { id, kind, progress } = withdrawal;
  const [label] = KINDS[kind];
  const silent = progress.branches - progress.acknowledged;
  const missing = progress.delivered - progress.accountedFor;
  const close = async (values: FormData) => {
    if (!(await run({ id, reason: String(values.get('reason')) }))) return;
    toast(`${label} closed`);
    onClosed();
    onClose();
  };
  return (
    <FormDialog
      title={`Close ${label.toLowerCase()} #${id}?`}
      label={`Close ${label.toLowerCase()}`}
      onSubmit={(values) => void close(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      {silent > 0 && (
        <Notice tone="warn">
          {plural(silent, 'branch')} {silent === 1 ? 'has' : 'have'} not acknowledged it.
        </Notice>
      )}
      {missing > 0 && (
        <Notice tone="warn">
          {plural(missing, 'unit')} of {wholeNumber(progress.delivered)} delivered and not returned{' '}
          {missing === 1 ? 'is' : 'are'} not accounted for.
        </Notice>
      )}
      <TextArea
        name="reason"
        label="Outcome"
        required
        hint={`You cannot undo this.${kind === 'TEST' ? '' : ' The lots stay flagged as withdrawn.'}`}
      />
    </FormDialog>
  );
}
