import { useState } from 'react';
import { CreateWebhookDocument, type CreateWebhookMutation } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { FormDialog } from '../../base/kit/form/form-dialog.tsx';
import { WEBHOOK, WebhookFields } from './webhook-fields.tsx';

interface CreateWebhookProps {
  onCreated: (created: CreateWebhookMutation['createWebhook']) => void;
  onClose: () => void;
}

/** Creates a webhook from its URL and events. */
export function CreateWebhookDialog({ onCreated, onClose }: CreateWebhookProps) {
  const [events, setEvents] = useState<string[]>([]);
  const { run, isRunning, failure } = useAction(CreateWebhookDocument);
  const submit = async (values: FormData) => {
    const done = await run({ input: { ...WEBHOOK.valuesIn(values), events } });
    if (done) onCreated(done.createWebhook);
  };
  return (
    <FormDialog
      title="Add webhook"
      label="Add webhook"
      isBusy={isRunning}
      failure={failure}
      onSubmit={(values) => void submit(values)}
      onClose={onClose}
    >
      <WebhookFields events={events} onEventsChange={setEvents} />
    </FormDialog>
  );
}
