import { UpdateAccountDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Checkbox, SelectField, TextField } from '../kit/field.tsx';
import { FieldRow, Form, FormActions } from '../kit/form.tsx';
import { LOCALE } from '../kit/locale.ts';
import { textIn } from '../kit/text-in.ts';
import { ZONES } from '../kit/time-zones.ts';
import { useToast } from '../kit/toast.tsx';
import { useSession } from '../session/session.tsx';

const CURRENCIES = Intl.supportedValuesOf('currency');
const NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' });

/** Edits the account. */
export function ProfileCard() {
  const { account } = useSession();
  const { run, isRunning, failure } = useAction(UpdateAccountDocument);
  const toast = useToast();
  const submit = async (values: FormData) => {
    const input = {
      name: String(values.get('name')),
      currency: String(values.get('currency')),
      timeZone: String(values.get('timeZone')),
      address: textIn(values, 'address'),
      phone: textIn(values, 'phone'),
      country: textIn(values, 'country'),
      gln: textIn(values, 'gln'),
      receiptLinkCompletes: values.has('receiptLinkCompletes'),
      refusesWithdrawn: values.has('refusesWithdrawn'),
    };
    if (await run({ input })) toast('Profile saved');
  };
  return (
    <Card title="Profile">
      <Form onSubmit={(values) => void submit(values)} failure={failure}>
        <FieldRow>
          <TextField name="name" label="Company" defaultValue={account.name} autoComplete="organization" />
          <SelectField
            name="currency"
            label="Currency"
            defaultValue={account.currency}
            hint="Used for all prices and credits. Existing amounts are not converted."
          >
            {CURRENCIES.map((code) => (
              <option key={code} value={code}>
                {code} · {NAMES.of(code)}
              </option>
            ))}
          </SelectField>
        </FieldRow>
        <FieldRow>
          <SelectField
            name="timeZone"
            label="Time zone"
            defaultValue={account.timeZone}
            hint="Decides which day it is for delivery dates and figures."
          >
            {[...new Set([account.timeZone, ...ZONES])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <TextField name="address" label="Address" defaultValue={account.address ?? ''} isOptional />
        </FieldRow>
        <FieldRow>
          <TextField
            name="phone"
            label="Telephone"
            type="tel"
            defaultValue={account.phone ?? ''}
            isOptional
          />
          <TextField
            name="country"
            label="Country"
            maxLength={2}
            defaultValue={account.country ?? ''}
            hint="Two letters, such as DE"
            isOptional
          />
          <TextField name="gln" label="GLN" inputMode="numeric" defaultValue={account.gln ?? ''} isOptional />
        </FieldRow>
        <Checkbox
          name="receiptLinkCompletes"
          label="A branch that confirms a delivery by its receipt link completes it"
          defaultChecked={account.receiptLinkCompletes}
        />
        <Checkbox
          name="refusesWithdrawn"
          label="Deliveries with a withdrawn lot cannot be marked as in transit"
          defaultChecked={account.refusesWithdrawn}
        />
        <FormActions>
          <Button type="submit" kind="primary" isBusy={isRunning}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
