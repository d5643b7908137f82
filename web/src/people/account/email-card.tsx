import { useState } from 'react';
import { ChangeEmailDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { TextField } from '../../base/kit/form/field.tsx';
import { FieldRow, Form, FormActions } from '../../base/kit/form/form.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useSession } from '../../base/session/session.tsx';

/** Changes the e-mail that the user signs in with. */
export function EmailCard() {
  const { run, isRunning, failure } = useAction(ChangeEmailDocument);
  const { person } = useSession();
  const [changes, setChanges] = useState(0);
  const toast = useToast();
  const submit = async (values: FormData) => {
    const email = String(values.get('email'));
    const currentPassword = String(values.get('currentPassword'));
    if (!(await run({ email, currentPassword }))) return;
    // A new key empties the form.
    setChanges(changes + 1);
    toast('E-mail changed');
  };
  return (
    <Card title="E-mail" about={`You sign in as ${person.email}.`}>
      <Form key={changes} onSubmit={(values) => void submit(values)} failure={failure}>
        <FieldRow>
          <TextField name="email" label="New e-mail" type="email" autoComplete="email" required />
          <TextField
            name="currentPassword"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
        </FieldRow>
        <FormActions>
          <Button type="submit" isBusy={isRunning}>
            Change e-mail
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
