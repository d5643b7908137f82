import { Link } from 'wouter';
import { SignInDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import { Notice } from '../kit/notice.tsx';
import { Front } from './front.tsx';
import { useSessionState } from './session.tsx';

/** Signs in with e-mail and password, then shows the requested page. */
export function SignIn() {
  const { renew, isLost, isSignUpAllowed, isResetByMail } = useSessionState();
  const { run, isRunning, failure } = useAction(SignInDocument);
  const submit = async (values: FormData) => {
    const email = String(values.get('email'));
    const password = String(values.get('password'));
    if (await run({ email, password })) renew();
  };
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
      <Form onSubmit={(values) => void submit(values)} failure={failure}>
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
