import { Link, useLocation } from 'wouter';
import { AcceptInvitationDocument, InvitationOfferDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Form } from '../../base/kit/form/form.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Front } from '../../base/session/front.tsx';
import { NewPasswordField } from '../../base/session/new-password-field.tsx';
import { useSessionState } from '../../base/session/session.tsx';

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
