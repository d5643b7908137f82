import { UpdateAccountDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { FieldRow, Form, FormActions } from '../kit/form.tsx';
import { LOCALE } from '../kit/locale.ts';
import { useToast } from '../kit/toast.tsx';
import { useSession } from '../session/session.tsx';

const CURRENCIES = Intl.supportedValuesOf('currency');
const NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' });

/** Edits the name and currency of the account. */
export function ProfileCard() {
  const { account } = useSession();
  const { run, isRunning, failure } = useAction(UpdateAccountDocument);
  const toast = useToast();
  const submit = async (values: FormData) => {
    const input = { name: String(values.get('name')), currency: String(values.get('currency')) };
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
        <FormActions>
          <Button type="submit" kind="primary" isBusy={isRunning}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
