import { Link, useLocation } from 'wouter';
import { SignUpDocument } from '../../generated/session-operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/layout/button.tsx';
import { TextField } from '../kit/form/field.tsx';
import { Form } from '../kit/form/form.tsx';
import { Front } from './front.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useSessionState } from './session.tsx';

/** Creates an account on the Free plan. */
export function SignUp() {
  const { renew } = useSessionState();
  const { run, isRunning, failure } = useAction(SignUpDocument);
  const [, go] = useLocation();
  const submit = async (values: FormData) => {
    const input = {
      name: String(values.get('name')),
      email: String(values.get('email')),
      password: String(values.get('password')),
    };
    if (!(await run({ input }))) return;
    go('/');
    renew();
  };
  return (
    <Front
      title="Create an account"
      foot={
        <>
          Already have an account? <Link href="/">Sign in</Link>
        </>
      }
    >
      <Form onSubmit={(values) => void submit(values)} failure={failure}>
        <TextField name="name" label="Company" autoComplete="organization" required autoFocus />
        <TextField name="email" label="E-mail" type="email" autoComplete="username" required />
        <NewPasswordField name="password" label="Password" />
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Create account
        </Button>
      </Form>
    </Front>
  );
}
