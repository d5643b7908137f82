import { Checkbox, FieldGroup } from '../../base/kit/form/field.tsx';
import styles from './event-picker.module.css';

interface EventPickerProps {
  /** All events. */
  events: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Selects the events of a webhook, grouped by resource. */
export function EventPicker({ events, chosen, onChange }: EventPickerProps) {
  const isAll = chosen.length === events.length;
  const toggle = (event: string) =>
    onChange(events.filter((other) => (other === event) !== chosen.includes(other)));
  const nouns = [...new Set(events.map(nounOf))];
  return (
    <FieldGroup
      name="events"
      label="Events"
      missing={chosen.length === 0 ? 'Select at least one event' : undefined}
    >
      <div className={styles.groups}>
        <div className={styles.all}>
          <Checkbox
            name="all"
            label="All events"
            checked={isAll}
            onChange={() => onChange(isAll ? [] : [...events])}
          />
        </div>
        {nouns.map((noun) => (
          <fieldset key={noun} className={styles.group}>
            <legend>{titleOf(noun)} events</legend>
            {events
              .filter((event) => nounOf(event) === noun)
              .map((event) => (
                <Checkbox
                  key={event}
                  name="event"
                  label={<code>{event}</code>}
                  checked={chosen.includes(event)}
                  onChange={() => toggle(event)}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </FieldGroup>
  );
}

function titleOf(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

function nounOf(event: string): string {
  return event.split('.')[0]!;
}
