import { useState } from 'react';
import { EnableWebhookDocument, RecoverMessagesDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../base/kit/feedback/dialog.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { dateTime, dateTimeInput } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import type { WebhookDetail } from './webhook-detail.ts';
import { DAY_MS } from '../../base/kit/words/durations.ts';

interface RecoverProps {
  webhook: WebhookDetail;
  onRecovered: () => void;
  onClose: () => void;
}

/** Resends the events a webhook missed since a given time; enables a deactivated one first. */
export function RecoverDialog({ webhook, onRecovered, onClose }: RecoverProps) {
  const { id, status, deactivatedAt } = webhook;
  const enable = useAction(EnableWebhookDocument);
  const recover = useAction(RecoverMessagesDocument);
  const [count, setCount] = useState<number>();
  const [since, setSince] = useState('');
  // The state when the dialog opened: enabling the webhook must not change the dialog.
  const [isDeactivated] = useState(status === 'DEACTIVATED');
  // Messages that failed shortly before the deactivation are missing too.
  const [suggested] = useState(() => Date.parse(deactivatedAt ?? new Date().toISOString()) - DAY_MS);

  const submit = async (values: FormData) => {
    const since = String(values.get('since'));
    setSince(since);
    if (status === 'DEACTIVATED' && !(await enable.run({ id }))) return;
    const done = await recover.run({ id, since: since === '' ? null : new Date(since).toISOString() });
    if (!done) return;
    setCount(done.recoverWebhookMessages);
    onRecovered();
  };

  if (count !== undefined) {
    return (
      <Dialog title={count === 0 ? 'No missed events' : 'Recovery started'} onClose={onClose}>
        <DialogBody>
          <Notice tone={count === 0 ? 'note' : 'good'}>
            {count === 0
              ? `No message failed and no event was missed ${since === '' ? 'in the last 30 days' : `since ${dateTime(since)}`}.`
              : `${plural(count, 'message')} queued. More may follow.`}
          </Notice>
        </DialogBody>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Recover missed events"
      label={isDeactivated ? 'Enable and recover' : 'Recover'}
      isBusy={enable.isRunning || recover.isRunning}
      failure={enable.failure ?? recover.failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <p>
        Resends every message that failed or was cancelled, and every event that occurred while the webhook
        was deactivated. Messages that succeeded are not sent again.
      </p>
      <TextField
        name="since"
        type="datetime-local"
        label="Since"
        isOptional
        defaultValue={dateTimeInput(suggested)}
        hint="In your time zone. Leave empty to recover the last 30 days."
      />
    </FormDialog>
  );
}
