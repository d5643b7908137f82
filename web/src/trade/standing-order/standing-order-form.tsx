import { type ReactNode, useMemo, useState } from 'react';
import type { DraftLine } from '../delivery/delivery-line.ts';
import { LinesCard } from '../delivery/lines-card.tsx';
import { type Destination, PlaceFields } from '../delivery/place-fields.tsx';
import { useTyped } from '../delivery/use-typed.ts';
import type { Weekday } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FieldGroup } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { daysOf, type Draft, type Entered, linesOf } from './draft.ts';
import { ORDER_TEXTS, SCHEDULE, STANDING_ORDER } from './standing-order-fields.ts';
import { WeekdayBoxes } from '../../base/kit/form/weekday-boxes.tsx';

interface StandingOrderFormProps {
  draft: Draft;
  /** The content above the fields. */
  children?: ReactNode;
  /** Whether an order is changed, which stays with its branch. */
  isChange?: boolean;
  label: string;
  cancelHref: string;
  isRunning: boolean;
  failure: Failure | undefined;
  /** The notice about what somebody else changed meanwhile, above the buttons. */
  conflict?: ReactNode;
  /** Called with what is entered so far, whenever it changes. */
  onTyped: (draft: Draft) => void;
  onSubmit: (entered: Entered, place: Destination, lines: readonly DraftLine[]) => void;
}

/** Edits when a standing order delivers, where, and what. */
export function StandingOrderForm(props: StandingOrderFormProps) {
  const {
    draft,
    children,
    isChange = false,
    label,
    cancelHref,
    isRunning,
    failure,
    conflict,
    onTyped,
    onSubmit,
  } = props;
  const [place, setPlace] = useState(draft.place);
  const [lines, setLines] = useState(draft.lines);
  const [weekdays, setWeekdays] = useState(draft.weekdays);
  const kept = useMemo(() => ({ place, lines, weekdays }), [place, lines, weekdays]);
  const texts = useTyped<Draft>(
    draft,
    kept,
    (texts) => ({ values: STANDING_ORDER.valuesIn(new Map(Object.entries(texts))) }),
    onTyped,
  );
  const submit = (values: FormData) =>
    onSubmit(
      {
        weekdays,
        lines: linesOf(lines, weekdays),
        ...STANDING_ORDER.valuesIn(values),
      },
      place,
      lines,
    );
  return (
    <Form onSubmit={submit} failure={failure} onTyped={texts}>
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
        <SCHEDULE.Inputs record={draft.values} />
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
        <ORDER_TEXTS.Inputs record={draft.values} />
      </Card>
      {conflict}
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
