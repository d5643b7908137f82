import { AskAboutDisputeDocument, type OpenDisputeFactsFragment } from '../generated/operations.ts';
import { MAX_QUESTION } from '../generated/rules.ts';
import { useAction } from '../graphql/use-action.ts';
import { TextArea } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { wholeNumber } from '../kit/format.ts';
import { useToast } from '../kit/toast.tsx';
import { reasonInWords } from '../return/reason-in-words.ts';
import { goodsOf } from './goods-of.ts';

interface AskDialogProps {
  deliveryId: string;
  dispute: OpenDisputeFactsFragment;
  onAsked: () => void;
  onClose: () => void;
}

/** Asks the branch about a dispute; its link shows the question. */
export function AskDialog({ deliveryId, dispute, onAsked, onClose }: AskDialogProps) {
  const { run, isRunning, failure } = useAction(AskAboutDisputeDocument);
  const toast = useToast();
  const send = async (values: FormData) => {
    const question = String(values.get('question'));
    if (!(await run({ deliveryId, disputeId: dispute.id, question }))) return;
    toast('Question sent');
    onAsked();
    onClose();
  };
  const { delivered, received, reason, question } = dispute;
  const said = `${wholeNumber(received)} of ${wholeNumber(delivered)} received, ${reasonInWords(reason)}`;
  return (
    <FormDialog
      title={`Ask about ${goodsOf(dispute)}`}
      label="Send question"
      onSubmit={(values) => void send(values)}
      onClose={onClose}
      isBusy={isRunning}
      failure={failure}
    >
      <p>{said}</p>
      <TextArea
        name="question"
        label="Question"
        required
        rows={3}
        maxLength={MAX_QUESTION}
        defaultValue={question ?? ''}
        hint="The branch reads it on its receipt link, and answers once."
      />
    </FormDialog>
  );
}
