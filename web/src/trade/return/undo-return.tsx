import { type PlacedReturnFragment, ReverseReturnDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { TextArea } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { money } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSession } from '../../base/session/session.tsx';

interface UndoReturnProps {
  of: Pick<PlacedReturnFragment, 'id' | 'quantity' | 'productName' | 'creditAmount' | 'lot'>;
  onUndone: () => void;
  /** Called when it was refused, because somebody else may have undone it. */
  onRefused: () => void;
  onClose: () => void;
}

/** Undoes a return by another one with the negative quantity, and says so before. */
export function UndoReturn({
  of: { id, quantity, productName, creditAmount, lot },
  ...props
}: UndoReturnProps) {
  const { onUndone, onRefused, onClose } = props;
  const { currency } = useSession().account;
  const { run, isRunning, failure } = useAction(ReverseReturnDocument);
  const toast = useToast();
  const undo = async (values: FormData) => {
    const result = await run({ id, reason: String(values.get('reason')) }, onRefused);
    if (!result) return;
    toast(`Return #${id} undone`);
    onUndone();
    onClose();
  };
  return (
    <FormDialog
      title={`Undo return #${id}?`}
      label="Undo return"
      onSubmit={(values) => void undo(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <Notice tone="note">
        Records another return, dated today or on its date if that is later, of {plural(-quantity, 'unit')} of{' '}
        {productName}
        {lot && ` from lot ${lot}`} with a credit of {money(-creditAmount, currency)}. The goods can be
        returned again. Both returns stay in the list, and webhooks receive the negative numbers. You cannot
        undo this.
      </Notice>
      <TextArea name="reason" label="Why is it undone?" required />
    </FormDialog>
  );
}
