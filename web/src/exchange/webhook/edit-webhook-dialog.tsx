import { useState } from 'react';
import {
  UpdateWebhookDocument,
  type WebhookFormFragment,
  WebhookToEditDocument,
} from '../../generated/operations.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { type Labels, useEdit } from '../../base/kit/form/use-edit.tsx';
import type { WebhookDetail } from './webhook-detail.ts';
import { WEBHOOK, WebhookFields } from './webhook-fields.tsx';

type Values = ReturnType<typeof storedOf>['values'];

const LABELS: Labels<Values> = { ...WEBHOOK.labels, events: ['Events', (events) => events.join(', ')] };

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
    if (!(await edit.save({ ...WEBHOOK.valuesIn(values), events: events.toSorted() }))) return;
    onClose();
    toast('Webhook saved');
  };
  return (
    <FormDialog
      title="Edit webhook"
      label={edit.label}
      isBusy={edit.isRunning}
      failure={edit.failure}
      draft={edit.draft}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <WebhookFields webhook={webhook} events={events} onEventsChange={setEvents} />
      {edit.conflict}
    </FormDialog>
  );
}

function storedOf(webhook: Pick<WebhookDetail, keyof WebhookFormFragment | 'events' | 'version'>) {
  const { events, version } = webhook;
  return { values: { ...WEBHOOK.valuesOf(webhook), events: events.toSorted() }, version };
}
