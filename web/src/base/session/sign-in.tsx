import { useState } from 'react';
import { Link } from 'wouter';
import { SignInDocument } from '../../generated/session-operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/layout/button.tsx';
import { TextField } from '../kit/form/field.tsx';
import { Form } from '../kit/form/form.tsx';
import { Notice } from '../kit/feedback/notice.tsx';
import { CodeForm } from './code-form.tsx';
import { Front } from './front.tsx';
import { useSessionState } from './session.tsx';

interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs in with e-mail and password, and a code if the person has a second factor, then shows the requested
 * page.
 */
export function SignIn() {
  const { goOn, isLost, isSignUpAllowed, isResetByMail } = useSessionState();
  const { run, isRunning, failure, reset } = useAction(SignInDocument);
  // Right, but not enough.
  const [credentials, setCredentials] = useState<Credentials>();
  const submit = async (given: Credentials, code?: string) => {
    const done = await run({ ...given, code }, ({ field }) => {
      if (field !== 'code' || code !== undefined) return;
      setCredentials(given);
      // That a code is needed is no mistake.
      reset();
    });
    if (done) goOn();
  };
  if (credentials) {
    return (
      <Front title="Enter your code">
        <CodeForm
          isBusy={isRunning}
          failure={failure}
          onCode={(code) => void submit(credentials, code)}
          onBack={() => {
            setCredentials(undefined);
            reset();
          }}
        />
      </Front>
    );
  }
  return (
    <Front
      title="Sign in"
      foot={
        isSignUpAllowed && (
          <>
            New to Provender? <Link href="/sign-up">Create an account</Link>
          </>
        )
      }
    >
      {isLost && !failure && <Notice tone="note">Your session has ended. Sign in to continue.</Notice>}
      <Form onSubmit={(values) => void submit(credentialsIn(values))} failure={failure}>
        <TextField name="email" label="E-mail" type="email" autoComplete="username" required autoFocus />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Sign in
        </Button>
      </Form>
      {isResetByMail && <Link href="/forgot-password">Forgot your password?</Link>}
    </Front>
  );
}

function credentialsIn(values: FormData): Credentials {
  return { email: String(values.get('email')), password: String(values.get('password')) };
}
