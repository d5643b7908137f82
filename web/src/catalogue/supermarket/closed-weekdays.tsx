import type { Weekday } from '../../generated/operations.ts';
import { Checkbox, FieldGroup } from '../../base/kit/form/field.tsx';
import { WeekdayBoxes } from '../../base/kit/form/weekday-boxes.tsx';
import { weekdaysInWords } from '../../base/kit/words/weekdays.ts';

const LABEL = 'Closed every week on';

/** The label and the words for the closed weekdays of a branch; null means those of the account. */
export const CLOSED_WEEKDAYS: [label: string, inWords: (days: readonly Weekday[] | null) => string] = [
  LABEL,
  (days) => (days ? weekdaysInWords(days) : 'As the account'),
];

interface ClosedWeekdaysProps {
  value: readonly Weekday[] | null;
  onChange: (days: Weekday[] | null) => void;
}

/** Chooses the days of the week on which a branch is closed, or those of the account. */
export function ClosedWeekdays({ value, onChange }: ClosedWeekdaysProps) {
  return (
    <FieldGroup name="closedWeekdays" label={LABEL}>
      <Checkbox
        name="isAsAccount"
        label="The same days as the account"
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [])}
      />
      {value && <WeekdayBoxes value={value} onChange={onChange} />}
    </FieldGroup>
  );
}
