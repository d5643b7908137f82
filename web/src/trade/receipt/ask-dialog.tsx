import { useState } from 'react';
import {
  AskAboutDisputeDocument,
  MailReceiptLinkDocument,
  type OpenDisputeFactsFragment,
} from '../../generated/operations.ts';
import { MAX_QUESTION } from '../../generated/rules.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Checkbox, TextArea } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { reasonInWords } from '../return/reason-in-words.ts';
import { useSessionState } from '../../base/session/session.tsx';
import { goodsOf } from './goods-of.ts';

interface AskDialogProps {
  deliveryId: string;
  dispute: OpenDisputeFactsFragment;
  onAsked: () => void;
  onClose: () => void;
}

/** Asks the branch about a dispute; its link shows the question. */
export function AskDialog({ deliveryId, dispute, onAsked, onClose }: AskDialogProps) {
  const asking = useAction(AskAboutDisputeDocument);
  const mailing = useAction(MailReceiptLinkDocument);
  const [isAsked, setAsked] = useState(false);
  const toast = useToast();
  // A service that mails links to reset a password has a mail server.
  const { isResetByMail } = useSessionState();
  const send = async (values: FormData) => {
    const question = String(values.get('question'));
    if (!(await asking.run({ deliveryId, disputeId: dispute.id, question }))) return;
    setAsked(true);
    // The mail shows the question, so it comes second. If it fails, the question stays, and can be sent
    // again.
    const mailed = values.has('mail') ? await mailing.run({ deliveryId }) : null;
    if (mailed === undefined) return;
    toast(
      mailed
        ? `Question mailed to ${mailed.createReceiptLink.mailedTo}`
        : 'Question added to the receipt link',
    );
    onAsked();
    onClose();
  };
  const close = () => {
    if (isAsked) onAsked();
    onClose();
  };
  const { delivered, received, reason, question } = dispute;
  const said = `${wholeNumber(received)} of ${wholeNumber(delivered)} received, ${reasonInWords(reason)}`;
  return (
    <FormDialog
      title={`Ask about ${goodsOf(dispute)}`}
      label="Send question"
      onSubmit={(values) => void send(values)}
      onClose={close}
      isBusy={asking.isRunning || mailing.isRunning}
      failure={asking.failure ?? mailing.failure}
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
      {isResetByMail && (
        <Checkbox name="mail" label="Mail it to the contact address of the supermarket" defaultChecked />
      )}
    </FormDialog>
  );
}
