import { EventTypesDocument } from '../generated/operations.ts';
import { CALLBACK_TIMEOUT_S, DISABLE_AFTER } from '../generated/rules.ts';
import { useData } from '../graphql/use-data.ts';
import { TextField } from '../kit/field.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { EventPicker } from './event-picker.tsx';

interface WebhookFieldsProps {
  url?: string;
  description?: string | null;
  events: readonly string[];
  onEventsChange: (events: string[]) => void;
}

/** The fields of a new or existing webhook. */
export function WebhookFields({ url, description, events, onEventsChange }: WebhookFieldsProps) {
  const types = useData(EventTypesDocument, {});
  return (
    <>
      <TextField
        name="url"
        type="url"
        label="URL"
        required
        defaultValue={url}
        placeholder="https://"
        autoComplete="off"
        hint={`Must accept POST requests with a JSON body and return 2xx within ${CALLBACK_TIMEOUT_S} seconds. After ${DISABLE_AFTER} failed attempts in a row the webhook is deactivated.`}
      />
      <TextField
        name="description"
        label="Description"
        isOptional
        defaultValue={description ?? ''}
        autoComplete="off"
      />
      <Loaded of={types}>
        {({ eventTypes }) => <EventPicker events={eventTypes} chosen={events} onChange={onEventsChange} />}
      </Loaded>
    </>
  );
}

/** Returns the values of the fields as input for the service. */
export function webhookOf(values: FormData, events: string[]) {
  return { url: String(values.get('url')), description: String(values.get('description')), events };
}
