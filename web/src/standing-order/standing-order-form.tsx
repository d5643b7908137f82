import { type ReactNode, useState } from 'react';
import type { DraftLine } from '../delivery/delivery-line.ts';
import { LinesCard } from '../delivery/lines-card.tsx';
import { type Destination, PlaceFields } from '../delivery/place-fields.tsx';
import type { Shift, Weekday } from '../generated/operations.ts';
import { FIRST_DATE, LAST_DATE, MAX_REFERENCE } from '../generated/rules.ts';
import type { Failure } from '../graphql/failure.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { FieldGroup, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { FieldRow, Form, FormActions } from '../kit/form.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { numberIn, textIn } from '../kit/text-in.ts';
import { useSession } from '../session/session.tsx';
import { daysOf, type Draft, type Entered, linesOf } from './draft.ts';
import { WeekdayBoxes } from './weekday-boxes.tsx';
import { SHIFTS } from './words.ts';

interface StandingOrderFormProps {
  draft: Draft;
  /** What to show above the fields. */
  children?: ReactNode;
  /** Whether an order is changed, which stays with its branch. */
  isChange?: boolean;
  label: string;
  cancelHref: string;
  isRunning: boolean;
  failure: Failure | undefined;
  onSubmit: (entered: Entered, place: Destination) => void;
}

/** Edits when a standing order delivers, where, and what. */
export function StandingOrderForm(props: StandingOrderFormProps) {
  const { draft, children, isChange = false, label, cancelHref, isRunning, failure, onSubmit } = props;
  const [place, setPlace] = useState(draft.place);
  const [lines, setLines] = useState(draft.lines);
  const [weekdays, setWeekdays] = useState(draft.weekdays);
  const { timeZone } = useSession().account;
  const submit = (values: FormData) =>
    onSubmit(
      {
        weekdays,
        lines: linesOf(lines, weekdays),
        startsOn: String(values.get('startsOn')),
        endsOn: textIn(values, 'endsOn'),
        everyWeeks: numberIn(values, 'everyWeeks'),
        leadDays: numberIn(values, 'leadDays'),
        generateAt: textIn(values, 'generateAt'),
        shift: values.get('shift') as Shift,
        notes: textIn(values, 'notes'),
        orderNumber: textIn(values, 'orderNumber'),
        reference: textIn(values, 'reference'),
      },
      place,
    );
  return (
    <Form onSubmit={submit} failure={failure}>
      {children}
      <Card title="Destination and days">
        {!isChange && <PlaceFields value={place} onChange={setPlace} />}
        <FieldGroup
          name="weekdays"
          label="Days of the week"
          missing={weekdays.length === 0 ? 'Select at least one day' : undefined}
        >
          <WeekdayBoxes value={weekdays} onChange={setWeekdays} />
        </FieldGroup>
        <FieldRow>
          <NumberField
            name="everyWeeks"
            label="Every how many weeks"
            min={1}
            max={8}
            required
            defaultValue={draft.everyWeeks}
            hint="Counted from the week of the first day"
          />
          <TextField
            name="startsOn"
            label="First day"
            type="date"
            min={FIRST_DATE}
            max={LAST_DATE}
            required
            defaultValue={draft.startsOn}
          />
          <TextField
            name="endsOn"
            label="Last day"
            type="date"
            min={FIRST_DATE}
            max={LAST_DATE}
            isOptional
            defaultValue={draft.endsOn}
          />
        </FieldRow>
        <FieldRow>
          <NumberField
            name="leadDays"
            label="Days ahead"
            min={1}
            max={14}
            required
            defaultValue={draft.leadDays}
            hint="How long before its day each delivery is created"
          />
          <TextField
            name="generateAt"
            label="Time of day"
            type="time"
            required
            defaultValue={draft.generateAt}
            hint={`In ${timeZone}`}
          />
          <SelectField name="shift" label="On a closed day" defaultValue={draft.shift}>
            {Object.entries(SHIFTS).map(([shift, text]) => (
              <option key={shift} value={shift}>
                {text}
              </option>
            ))}
          </SelectField>
        </FieldRow>
      </Card>
      <LinesCard
        lines={lines}
        onChange={setLines}
        list="lines"
        about="Each delivery takes the price of the moment at which it is created."
        more={
          weekdays.length > 1
            ? (line, index, change) => (
                <LineDays line={line} index={index} weekdays={weekdays} onChange={change} />
              )
            : undefined
        }
      />
      <Card title="Numbers and notes">
        <FieldRow>
          <TextField
            name="reference"
            label="Your number"
            maxLength={MAX_REFERENCE}
            isOptional
            defaultValue={draft.reference}
          />
          <TextField
            name="orderNumber"
            label="Order number"
            maxLength={MAX_REFERENCE}
            isOptional
            defaultValue={draft.orderNumber}
            hint="The customer’s, which each delivery copies"
          />
        </FieldRow>
        <TextArea name="notes" label="Notes" isOptional defaultValue={draft.notes} />
      </Card>
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isRunning}>
          {label}
        </Button>
        <ButtonLink href={cancelHref}>Cancel</ButtonLink>
      </FormActions>
    </Form>
  );
}

interface LineDaysProps {
  line: DraftLine;
  index: number;
  /** The days of the order. */
  weekdays: readonly Weekday[];
  onChange: (change: Pick<DraftLine, 'weekdays'>) => void;
}

/** Chooses on which of the order's days a line is delivered. */
function LineDays({ line, index, weekdays, onChange }: LineDaysProps) {
  const chosen = daysOf(line, weekdays);
  return (
    <FieldGroup
      name={`lines[${index}].weekdays`}
      label={`Days of line ${index + 1}`}
      missing={chosen.length === 0 ? 'Select at least one day' : undefined}
    >
      <WeekdayBoxes
        options={weekdays}
        value={chosen}
        onChange={(days) => onChange({ weekdays: days.length === weekdays.length ? undefined : days })}
      />
    </FieldGroup>
  );
}
