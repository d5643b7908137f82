import { useState } from 'react';
import { ACCOUNT_FORM } from '../../generated/forms.ts';
import {
  type AccountFormFragment,
  type AccountProfileFragment,
  AccountToEditDocument,
  UpdateAccountDocument,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { SelectField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { LOCALE } from '../../base/kit/words/locale.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { nounForm, type OwnInputProps } from '../../base/kit/form/noun-form.tsx';
import { ZONES } from '../../base/kit/words/time-zones.ts';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useEdit } from '../../base/kit/form/use-edit.tsx';

const CURRENCIES = Intl.supportedValuesOf('currency');
const NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' });

const {
  assistantsMayWrite: _onTheKeysPage,
  logsRequestBodies: _onTheRequestsPage,
  publicHolidays: _amongClosedDays,
  refusesClosedDays: _amongThemToo,
  refusesLateOrders: _andThis,
  ...OF_PROFILE
} = ACCOUNT_FORM;

/** The form of an account; its other settings are on the pages that they are about. */
const PROFILE = nounForm<Pick<AccountFormFragment, keyof typeof OF_PROFILE>>(OF_PROFILE, {
  name: { label: 'Company', input: { autoComplete: 'organization' } },
  currency: { Input: CurrencyField },
  timeZone: { Input: TimeZoneField },
  receiptLinkCompletes: { label: 'A branch that confirms a delivery by its receipt link completes it' },
  warmestChilled: { label: 'Warmest chilled goods at the door (°C)' },
  warmestFrozen: { label: 'Warmest frozen goods at the door (°C)' },
  refusesWithdrawn: { label: 'Deliveries with a withdrawn lot cannot be marked as in transit' },
});

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
    labels: PROFILE.labels,
    mutation: UpdateAccountDocument,
    variablesOf: (input, ifMatch) => ({ input, ifMatch }),
    query: AccountToEditDocument,
    asked: {},
    storedIn: ({ account }) => storedOf(account),
    onKeep,
  });
  const submit = async (values: FormData) => {
    if (await edit.save(PROFILE.valuesIn(values))) toast('Profile saved');
  };
  return (
    <Form onSubmit={(values) => void submit(values)} failure={edit.failure} draft={edit.draft}>
      <PROFILE.Inputs record={account} />
      {edit.conflict}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={edit.isRunning}>
          {edit.label}
        </Button>
      </FormActions>
    </Form>
  );
}

function CurrencyField(props: OwnInputProps) {
  return (
    <SelectField {...props}>
      {CURRENCIES.map((code) => (
        <option key={code} value={code}>
          {code} · {NAMES.of(code)}
        </option>
      ))}
    </SelectField>
  );
}

function TimeZoneField(props: OwnInputProps) {
  return (
    <SelectField {...props}>
      {[...new Set([props.defaultValue, ...ZONES])].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  );
}

function storedOf(account: AccountProfileFragment) {
  return { values: PROFILE.valuesOf(account), version: account.version };
}
