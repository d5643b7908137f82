import { useState } from 'react';
import { Link } from 'wouter';
import { ResetPasswordDocument } from '../../generated/session-operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/layout/button.tsx';
import { Form } from '../kit/form/form.tsx';
import { Notice } from '../kit/feedback/notice.tsx';
import { Front } from './front.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** Sets a new password with a mailed link. */
export default function ResetPassword() {
  const { run, isRunning, failure } = useAction(ResetPasswordDocument);
  const [isDone, setDone] = useState(false);
  const submit = async (values: FormData) => {
    const token = location.hash.slice(1);
    if (await run({ token, newPassword: String(values.get('newPassword')) })) setDone(true);
  };
  return (
    // Loads the page anew, because a session of this browser may have ended too.
    <Front title="Choose a new password" foot={<a href="/settings">Sign in</a>}>
      {isDone ? (
        <Notice tone="good" title="Password changed">
          All your sessions have ended. Sign in with the new password.
        </Notice>
      ) : (
        <Form onSubmit={(values) => void submit(values)} failure={failure}>
          <NewPasswordField name="newPassword" label="New password" />
          <Button type="submit" kind="primary" isBusy={isRunning}>
            Change password
          </Button>
        </Form>
      )}
      {failure && !isDone && <Link href="/forgot-password">Request a new link</Link>}
    </Front>
  );
}
