import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { SignOutDocument } from '../generated/session-operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/dialog.tsx';
import { plural } from '../kit/plural.ts';
import { forgetDrafts } from '../kit/use-draft.tsx';
import { phoneOwner } from '../phone/phone-owner.ts';
import { useSession, useSessionState } from '../session/session.tsx';

/** Ends the session of this browser, and asks before it deletes what waits to be sent. */
export function SignOutButton() {
  const { renew } = useSessionState();
  const { person } = useSession();
  const { run, isRunning, failure } = useAction(SignOutDocument);
  const [waiting, setWaiting] = useState(0);
  const signOut = async () => {
    if (!(await run({}))) return;
    if (phoneOwner() !== null) await (await import('../phone/empty-phone.ts')).emptyPhone(person.id);
    forgetDrafts(person.id);
    renew();
  };
  const ask = async () => {
    if (phoneOwner() === null) return signOut();
    const { changesOf } = await import('../phone/outbox.ts');
    const { length } = (await changesOf(person.id)).filter(({ sentAt }) => sentAt === undefined);
    if (length === 0) await signOut();
    else setWaiting(length);
  };
  return (
    <>
      <Button kind="quiet" isSmall icon={LogOut} isBusy={isRunning} onClick={() => void ask()}>
        Sign out
      </Button>
      {waiting > 0 && (
        <ConfirmDialog
          title="Sign out and delete what was not sent?"
          label="Delete and sign out"
          dismissal="Stay signed in"
          isDangerous
          isBusy={isRunning}
          failure={failure}
          onConfirm={() => void signOut()}
          onClose={() => setWaiting(0)}
        >
          <p>
            {plural(waiting, 'change')} of stops {waiting === 1 ? 'waits' : 'wait'} on this phone to be sent.
            Signing out deletes {waiting === 1 ? 'it' : 'them'}, with photos and signatures.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
