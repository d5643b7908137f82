import { useState } from 'react';
import { Link } from 'wouter';
import { RequestPasswordResetDocument } from '../../generated/session-operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/layout/button.tsx';
import { TextField } from '../kit/form/field.tsx';
import { Form } from '../kit/form/form.tsx';
import { Notice } from '../kit/feedback/notice.tsx';
import { Front } from './front.tsx';

/** Has a link to reset the password mailed. */
export default function ForgotPassword() {
  const { run, isRunning, failure } = useAction(RequestPasswordResetDocument);
  const [address, setAddress] = useState<string>();
  const submit = async (values: FormData) => {
    const email = String(values.get('email'));
    if (await run({ email })) setAddress(email);
  };
  return (
    <Front title="Reset your password" foot={<Link href="/">Sign in</Link>}>
      {address === undefined ? (
        <Form onSubmit={(values) => void submit(values)} failure={failure}>
          <TextField name="email" label="E-mail" type="email" autoComplete="username" required autoFocus />
          <Button type="submit" kind="primary" isBusy={isRunning}>
            Send link
          </Button>
        </Form>
      ) : (
        <Notice tone="good" title="Check your mail">
          If someone signs in with {address}, a link to choose a new password is on its way. It is valid for
          30 minutes.
        </Notice>
      )}
    </Front>
  );
}
