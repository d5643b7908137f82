import { EnableWebhookDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { dateTime } from '../kit/format.ts';
import { FailedNotice } from '../kit/failed-notice.tsx';
import { Notice } from '../kit/notice.tsx';
import { useToast } from '../kit/toast.tsx';
import { RESTORED, reasonInWords } from './error-in-words.ts';
import type { WebhookDetail } from './webhook-detail.ts';

interface DeactivatedProps {
  webhook: WebhookDetail;
  onRecover: () => void;
}

/** Explains why a webhook was deactivated, and lets the user enable it. */
export function DeactivatedNotice({ webhook, onRecover }: DeactivatedProps) {
  const { id, consecutiveFailures, deactivatedAt, deactivationError } = webhook;
  const { run, isRunning, failure } = useAction(EnableWebhookDocument);
  const toast = useToast();
  return (
    <Notice
      tone="bad"
      title={`Webhook deactivated on ${dateTime(deactivatedAt!)}`}
      actions={
        <>
          <Button
            isBusy={isRunning}
            onClick={() => void run({ id }).then((done) => done && toast('Webhook enabled'))}
          >
            Enable
          </Button>
          <Button kind="primary" onClick={onRecover}>
            Recover missed events
          </Button>
        </>
      }
    >
      <p>{reasonInWords(consecutiveFailures, deactivationError)}</p>
      <p>
        {deactivationError !== RESTORED && 'Fix your endpoint first. '}To resend missed events, choose Recover
        missed events.
      </p>
      <FailedNotice failure={failure} />
    </Notice>
  );
}
