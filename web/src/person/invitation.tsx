import { Link, useLocation } from 'wouter';
import { AcceptInvitationDocument, InvitationOfferDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Form } from '../kit/form.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { Front } from '../session/front.tsx';
import { NewPasswordField } from '../session/new-password-field.tsx';
import { useSessionState } from '../session/session.tsx';

/** Accepts an invitation with a password, and signs in. */
export default function Invitation() {
  const token = location.hash.slice(1);
  const offer = useData(InvitationOfferDocument, { token });
  return (
    <Front title="Accept the invitation" foot={<Link href="/">Sign in</Link>}>
      <Loaded of={offer}>
        {({ invitationOffer }) =>
          invitationOffer ? (
            <Acceptance token={token} {...invitationOffer} />
          ) : (
            <Notice tone="warn">This invitation is no longer valid. Ask for a new one.</Notice>
          )
        }
      </Loaded>
    </Front>
  );
}

function Acceptance({ token, company, email }: { token: string; company: string; email: string }) {
  const { renew } = useSessionState();
  const { run, isRunning, failure } = useAction(AcceptInvitationDocument);
  const [, go] = useLocation();
  const submit = async (values: FormData) => {
    if (!(await run({ token, password: String(values.get('password')) }))) return;
    go('/', { replace: true });
    renew();
  };
  return (
    <>
      <p>
        {company} invites you to its account. You will sign in as {email}.
      </p>
      <Form onSubmit={(values) => void submit(values)} failure={failure}>
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField name="password" label="Password" />
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Accept
        </Button>
      </Form>
    </>
  );
}
