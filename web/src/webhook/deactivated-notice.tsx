import { EnableWebhookDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { dateTime } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { useToast } from '../kit/toast.tsx';
import { reasonInWords } from './error-in-words.ts';
import type { WebhookDetail } from './webhook-detail.ts';

interface DeactivatedProps {
  webhook: WebhookDetail;
  onRecover: () => void;
}

/** Says why nothing is sent any more, and ends that. */
export function DeactivatedNotice({ webhook, onRecover }: DeactivatedProps) {
  const { id, deactivatedAt, deactivationReason } = webhook;
  const { run, isRunning, failure } = useAction(EnableWebhookDocument);
  const toast = useToast();
  return (
    <Notice
      tone="bad"
      title={`Deactivated: nothing has been sent since ${dateTime(deactivatedAt!)}.`}
      actions={
        <>
          <Button
            isBusy={isRunning}
            onClick={() => void run({ id }).then((done) => done && toast('The webhook is active again.'))}
          >
            Enable
          </Button>
          <Button kind="primary" onClick={onRecover}>
            Recover missed since …
          </Button>
        </>
      }
    >
      <p>{reasonInWords(deactivationReason!)}</p>
      <p>
        Mend the receiver first. Enabling alone sends nothing of what was missed; recovering enables it too.
      </p>
      {failure && <p>{failure.message}</p>}
    </Notice>
  );
}
