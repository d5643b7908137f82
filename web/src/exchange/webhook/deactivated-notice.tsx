import { EnableWebhookDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { dateTime, wholeNumber } from '../../base/kit/words/format.ts';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { RESTORED, reasonInWords } from './error-in-words.ts';
import { LastFailure } from './last-failure.tsx';
import type { WebhookDetail } from './webhook-detail.ts';

/** Up to which the service counts what was missed. */
const MAX_MISSED = 10_000;

interface DeactivatedProps {
  webhook: WebhookDetail;
  onRecover: () => void;
}

/** Explains why a webhook was deactivated, and lets the user enable it. */
export function DeactivatedNotice({ webhook, onRecover }: DeactivatedProps) {
  const { id, consecutiveFailures, deactivatedAt, deactivationError, deactivatesAfter } = webhook;
  const missed = webhook.missed ?? 0;
  const { run, isRunning, failure } = useAction(EnableWebhookDocument);
  const toast = useToast();
  const enable = async (recover: boolean) => {
    const done = await run({ id, recover });
    const recovered = done?.enableWebhook.recovered;
    if (done)
      toast(recovered ? `Webhook enabled, ${plural(recovered, 'message')} queued` : 'Webhook enabled');
  };
  return (
    <Notice
      tone="bad"
      title={`Webhook deactivated on ${dateTime(deactivatedAt!)}`}
      actions={
        <>
          {missed > 0 && (
            <Button kind="primary" isBusy={isRunning} onClick={() => void enable(true)}>
              {`Enable and send ${wholeNumber(missed)}${missed === MAX_MISSED ? ' or more' : ''} missed`}
            </Button>
          )}
          <Button isBusy={isRunning} onClick={() => void enable(false)}>
            Enable
          </Button>
          <Button onClick={onRecover}>Recover missed events</Button>
        </>
      }
    >
      <p>{reasonInWords(consecutiveFailures, deactivationError)}</p>
      <LastFailure of={webhook} />
      <p>
        {deactivationError !== RESTORED && 'Fix your endpoint first. '}Missed are the events since a day
        before. To resend those since another time, choose Recover missed events.
      </p>
      {deactivationError !== RESTORED && (
        <p>
          A webhook is deactivated after {deactivatesAfter} consecutive failures, which can take less than a
          minute. Your operator can raise WEBHOOK_DISABLE_AFTER and WEBHOOK_PAUSE_MS.
        </p>
      )}
      <FailedNotice failure={failure} />
    </Notice>
  );
}
