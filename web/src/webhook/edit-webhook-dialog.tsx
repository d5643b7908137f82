import { useState } from 'react';
import { UpdateWebhookDocument, WebhookToEditDocument } from '../generated/operations.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { type Labels, useEdit } from '../kit/use-edit.tsx';
import type { WebhookDetail } from './webhook-detail.ts';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';

type Values = ReturnType<typeof webhookOf>;

const LABELS: Labels<Values> = {
  url: 'URL',
  description: 'Description',
  events: ['Events', (events) => events.join(', ')],
};

/** Edits the URL, description and events of a webhook. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: WebhookDetail; onClose: () => void }) {
  const { id } = webhook;
  const [events, setEvents] = useState(webhook.events);
  const toast = useToast();
  const edit = useEdit({
    noun: 'webhook',
    start: storedOf(webhook),
    labels: LABELS,
    mutation: UpdateWebhookDocument,
    variablesOf: (input, ifMatch) => ({ id, input, ifMatch }),
    query: WebhookToEditDocument,
    asked: { id },
    storedIn: ({ webhook }) => webhook && storedOf(webhook),
    onKeep: onClose,
  });
  const submit = async (values: FormData) => {
    const { events: entered, ...texts } = webhookOf(values, events);
    if (!(await edit.save({ ...texts, events: entered.toSorted() }))) return;
    onClose();
    toast('Webhook saved');
  };
  return (
    <FormDialog
      title="Edit webhook"
      label={edit.label}
      isBusy={edit.isRunning}
      failure={edit.failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <WebhookFields
        url={webhook.url}
        description={webhook.description}
        events={events}
        onEventsChange={setEvents}
      />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf({
  url,
  description,
  events,
  version,
}: Pick<WebhookDetail, 'url' | 'description' | 'events' | 'version'>) {
  return { values: { url, description: description ?? '', events: events.toSorted() }, version };
}
