import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import {
  type DeliveryDaysFragment,
  DeliveryDaysToEditDocument,
  HolidayRegionsDocument,
  UpdateDeliveryDaysDocument,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Checkbox, FieldGroup, SelectField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { textIn } from '../../base/kit/form/text-in.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { type Labels, useEdit } from '../../base/kit/form/use-edit.tsx';
import { WeekdayBoxes } from '../../base/kit/form/weekday-boxes.tsx';
import { weekdaysInWords } from '../../base/kit/words/weekdays.ts';

const WEEKLY = 'Closed every week on';
const CLOSED = 'Refuse deliveries on closed days';
const LATE = 'Refuse deliveries after the cut-off of the supermarket';

const LABELS: Labels<ReturnType<typeof storedOf>['values']> = {
  publicHolidays: 'Public holidays',
  closedWeekdays: [WEEKLY, weekdaysInWords],
  refusesClosedDays: CLOSED,
  refusesLateOrders: LATE,
};

/** Edits on which days the account delivers. */
export default function DeliveryDaysCard() {
  const days = useData(DeliveryDaysToEditDocument, {});
  const regions = useData(HolidayRegionsDocument, {});
  const [round, setRound] = useState(0);
  return (
    <Card
      title="Delivery days"
      actions={
        <ButtonLink isSmall icon={CalendarX} href="/closed-days">
          Closed days
        </ButtonLink>
      }
    >
      <Loaded of={days} lines={4}>
        {({ account }) => (
          <Loaded of={regions} lines={4}>
            {({ holidayRegions }) => (
              <DeliveryDaysForm
                key={round}
                account={account}
                regions={holidayRegions}
                onKeep={() => setRound(round + 1)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

interface DeliveryDaysFormProps {
  account: DeliveryDaysFragment;
  regions: readonly { code: string; name: string }[];
  onKeep: () => void;
}

function DeliveryDaysForm({ account, regions, onKeep }: DeliveryDaysFormProps) {
  const toast = useToast();
  const [closedWeekdays, setClosedWeekdays] = useState(account.closedWeekdays);
  const edit = useEdit({
    noun: 'account',
    start: storedOf(account),
    labels: LABELS,
    mutation: UpdateDeliveryDaysDocument,
    variablesOf: (input, ifMatch) => ({ input, ifMatch }),
    query: DeliveryDaysToEditDocument,
    asked: {},
    storedIn: ({ account }) => storedOf(account),
    onKeep,
  });
  const submit = async (values: FormData) => {
    const saved = await edit.save({
      publicHolidays: textIn(values, 'publicHolidays'),
      closedWeekdays,
      refusesClosedDays: values.has('refusesClosedDays'),
      refusesLateOrders: values.has('refusesLateOrders'),
    });
    if (saved) toast('Delivery days saved');
  };
  return (
    <Form onSubmit={(values) => void submit(values)} failure={edit.failure}>
      <SelectField
        name="publicHolidays"
        label="Public holidays"
        defaultValue={account.publicHolidays ?? ''}
        hint="Public holidays of the country or region are closed days."
      >
        <option value="">None</option>
        {regions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <FieldGroup name="closedWeekdays" label={WEEKLY} hint="Branches can have other days.">
        <WeekdayBoxes value={closedWeekdays} onChange={setClosedWeekdays} />
      </FieldGroup>
      <Checkbox name="refusesClosedDays" label={CLOSED} defaultChecked={account.refusesClosedDays} />
      <Checkbox name="refusesLateOrders" label={LATE} defaultChecked={account.refusesLateOrders} />
      {edit.conflict}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={edit.isRunning}>
          {edit.label}
        </Button>
      </FormActions>
    </Form>
  );
}

function storedOf({ version, ...account }: DeliveryDaysFragment) {
  const { publicHolidays, closedWeekdays, refusesClosedDays, refusesLateOrders } = account;
  return { values: { publicHolidays, closedWeekdays, refusesClosedDays, refusesLateOrders }, version };
}
