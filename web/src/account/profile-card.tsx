import { useState } from 'react';
import {
  type AccountProfileFragment,
  AccountToEditDocument,
  UpdateAccountDocument,
} from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Checkbox, SelectField, TextField } from '../kit/field.tsx';
import { FieldRow, Form, FormActions } from '../kit/form.tsx';
import { LOCALE } from '../kit/locale.ts';
import { Loaded } from '../kit/loaded.tsx';
import { textIn } from '../kit/text-in.ts';
import { ZONES } from '../kit/time-zones.ts';
import { useToast } from '../kit/toast.tsx';
import { type Labels, useEdit } from '../kit/use-edit.tsx';

const CURRENCIES = Intl.supportedValuesOf('currency');
const NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' });

const RECEIPTS = 'A branch that confirms a delivery by its receipt link completes it';
const WITHDRAWN = 'Deliveries with a withdrawn lot cannot be marked as in transit';

const LABELS: Labels<ReturnType<typeof storedOf>['values']> = {
  name: 'Company',
  currency: 'Currency',
  timeZone: 'Time zone',
  address: 'Address',
  phone: 'Telephone',
  country: 'Country',
  gln: 'GLN',
  receiptLinkCompletes: RECEIPTS,
  refusesWithdrawn: WITHDRAWN,
};

/** Edits the account. */
export function ProfileCard() {
  const profile = useData(AccountToEditDocument, {});
  const [round, setRound] = useState(0);
  return (
    <Card title="Profile">
      <Loaded of={profile} lines={8}>
        {({ account }) => <ProfileForm key={round} account={account} onKeep={() => setRound(round + 1)} />}
      </Loaded>
    </Card>
  );
}

function ProfileForm({ account, onKeep }: { account: AccountProfileFragment; onKeep: () => void }) {
  const toast = useToast();
  const edit = useEdit({
    noun: 'profile',
    start: storedOf(account),
    labels: LABELS,
    mutation: UpdateAccountDocument,
    variablesOf: (input, ifMatch) => ({ input, ifMatch }),
    query: AccountToEditDocument,
    asked: {},
    storedIn: ({ account }) => storedOf(account),
    onKeep,
  });
  const submit = async (values: FormData) => {
    const saved = await edit.save({
      name: String(values.get('name')),
      currency: String(values.get('currency')),
      timeZone: String(values.get('timeZone')),
      address: textIn(values, 'address'),
      phone: textIn(values, 'phone'),
      country: textIn(values, 'country'),
      gln: textIn(values, 'gln'),
      receiptLinkCompletes: values.has('receiptLinkCompletes'),
      refusesWithdrawn: values.has('refusesWithdrawn'),
    });
    if (saved) toast('Profile saved');
  };
  return (
    <Form onSubmit={(values) => void submit(values)} failure={edit.failure}>
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
        <TextField name="phone" label="Telephone" type="tel" defaultValue={account.phone ?? ''} isOptional />
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
      <Checkbox name="receiptLinkCompletes" label={RECEIPTS} defaultChecked={account.receiptLinkCompletes} />
      <Checkbox name="refusesWithdrawn" label={WITHDRAWN} defaultChecked={account.refusesWithdrawn} />
      {edit.conflict}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={edit.isRunning}>
          {edit.label}
        </Button>
      </FormActions>
    </Form>
  );
}

function storedOf({ version, ...account }: AccountProfileFragment) {
  const { name, currency, timeZone, address, phone, country, gln } = account;
  const { receiptLinkCompletes, refusesWithdrawn } = account;
  return {
    values: {
      name,
      currency,
      timeZone,
      address,
      phone,
      country,
      gln,
      receiptLinkCompletes,
      refusesWithdrawn,
    },
    version,
  };
}
