import { WEBHOOK_FORM } from '../../generated/forms.ts';
import { EventTypesDocument, type WebhookFormFragment } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { nounForm } from '../../base/kit/form/noun-form.tsx';
import { EventPicker } from './event-picker.tsx';

/** The form of a webhook, apart from its events. */
export const WEBHOOK = nounForm<WebhookFormFragment>(WEBHOOK_FORM, {
  url: { input: { placeholder: 'https://', autoComplete: 'off' } },
});

interface WebhookFieldsProps {
  webhook?: WebhookFormFragment;
  events: readonly string[];
  onEventsChange: (events: string[]) => void;
}

/** The fields of a new or existing webhook. */
export function WebhookFields({ webhook, events, onEventsChange }: WebhookFieldsProps) {
  const types = useData(EventTypesDocument, {});
  return (
    <>
      <WEBHOOK.Inputs record={webhook} />
      <Loaded of={types}>
        {({ eventTypes }) => <EventPicker events={eventTypes} chosen={events} onChange={onEventsChange} />}
      </Loaded>
    </>
  );
}
