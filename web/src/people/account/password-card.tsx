import { useState } from 'react';
import { ChangePasswordDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FieldRow, Form, FormActions } from '../../base/kit/form/form.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { NewPasswordField } from '../../base/session/new-password-field.tsx';
import { useSession } from '../../base/session/session.tsx';

/** Changes the password, which ends all other sessions. */
export function PasswordCard() {
  const { run, isRunning, failure } = useAction(ChangePasswordDocument);
  const { account } = useSession();
  const [changes, setChanges] = useState(0);
  const toast = useToast();
  const submit = async (values: FormData) => {
    const currentPassword = String(values.get('currentPassword'));
    const newPassword = String(values.get('newPassword'));
    if (!(await run({ currentPassword, newPassword }))) return;
    // A new key empties the form.
    setChanges(changes + 1);
    toast('Password changed');
  };
  return (
    <Card title="Password" about="Changing your password signs you out on all other browsers.">
      <Form key={changes} onSubmit={(values) => void submit(values)} failure={failure}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" defaultValue={account.email} readOnly hidden />
        <FieldRow>
          <TextField
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
          />
          <NewPasswordField name="newPassword" label="New password" />
        </FieldRow>
        <FormActions>
          <Button type="submit" isBusy={isRunning}>
            Change password
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
