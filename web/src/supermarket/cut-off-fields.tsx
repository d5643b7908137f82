import { TextField } from '../kit/field.tsx';
import { FieldRow } from '../kit/form.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { plural } from '../kit/plural.ts';
import { numberIn, textIn } from '../kit/text-in.ts';

/** Until when a supermarket orders; null for any time. */
type CutOff = { daysBefore: number; time: string } | null;

/** The longest time before the day of delivery, as the service has it. */
const MAX_DAYS_BEFORE = 14;

/** Edits the cut-off of a supermarket. */
export function CutOffFields({ cutOff }: { cutOff: CutOff }) {
  return (
    <FieldRow>
      <NumberField
        name="cutOff.daysBefore"
        label="Cut-off (days before delivery)"
        min={0}
        max={MAX_DAYS_BEFORE}
        isOptional
        defaultValue={cutOff?.daysBefore ?? null}
        hint="Calendar days; leave both empty for no cut-off"
      />
      <TextField
        name="cutOff.time"
        label="Cut-off time"
        type="time"
        isOptional
        defaultValue={cutOff?.time ?? ''}
      />
    </FieldRow>
  );
}

/** Returns what {@link CutOffFields} were filled with. The service names what is missing of a cut-off. */
export function cutOffIn(values: FormData): CutOff {
  const daysBefore = numberIn(values, 'cutOff.daysBefore');
  const time = textIn(values, 'cutOff.time');
  if (daysBefore === null && time === null) return null;
  return { daysBefore: daysBefore ?? -1, time: time ?? '' };
}

/** Returns a cut-off in words, such as "10:00, 2 days before". */
export function cutOffInWords(cutOff: CutOff): string {
  if (!cutOff) return 'None';
  const { daysBefore, time } = cutOff;
  return daysBefore === 0 ? `${time} on the day` : `${time}, ${plural(daysBefore, 'day')} before`;
}
