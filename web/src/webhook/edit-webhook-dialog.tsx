import { useState } from 'react';
import { UpdateWebhookDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import type { WebhookDetail } from './webhook-detail.ts';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';

/** Edits the URL, description and events of a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: WebhookDetail; onClose: () => void }) {
  const [events, setEvents] = useState(webhook.events);
  const { run, isRunning, failure } = useAction(UpdateWebhookDocument);
  const toast = useToast();
  const submit = async (values: FormData) => {
    if (!(await run({ id: webhook.id, input: webhookOf(values, events) }))) return;
    onClose();
    toast('Webhook saved');
  };
  return (
    <FormDialog
      title="Edit webhook"
      label="Save"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <WebhookFields
        url={webhook.url}
        description={webhook.description}
        events={events}
        onEventsChange={setEvents}
      />
    </FormDialog>
  );
}
