import { type ReactNode, useState } from 'react';
import { SignOutDocument } from '../../generated/session-operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { forgetDrafts } from '../../base/kit/form/use-draft.tsx';
import { phoneOwner } from '../../base/phone/phone-owner.ts';
import { useSession, useSessionState } from '../../base/session/session.tsx';

interface SigningOut {
  signOut: () => void;
  isRunning: boolean;
  /** The question that is open, if any. */
  question: ReactNode;
}

/** Returns what ends the session of this browser, and asks before it deletes what waits to be sent. */
export function useSigningOut(): SigningOut {
  const { renew } = useSessionState();
  const { person } = useSession();
  const { run, isRunning, failure } = useAction(SignOutDocument);
  const [waiting, setWaiting] = useState(0);
  const end = async () => {
    if (!(await run({}))) return;
    if (phoneOwner() !== null) await (await import('../../base/phone/empty-phone.ts')).emptyPhone(person.id);
    forgetDrafts(person.id);
    renew();
  };
  const ask = async () => {
    if (phoneOwner() === null) return end();
    const { changesOf } = await import('../../base/phone/outbox.ts');
    const { length } = (await changesOf(person.id)).filter(({ sentAt }) => sentAt === undefined);
    if (length === 0) await end();
    else setWaiting(length);
  };
  const question = waiting > 0 && (
    <ConfirmDialog
      title="Sign out and delete what was not sent?"
      label="Delete and sign out"
      dismissal="Stay signed in"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onConfirm={() => void end()}
      onClose={() => setWaiting(0)}
    >
      <p>
        {plural(waiting, 'change')} of stops {waiting === 1 ? 'waits' : 'wait'} on this phone to be sent.
        Signing out deletes {waiting === 1 ? 'it' : 'them'}, with photos and signatures.
      </p>
    </ConfirmDialog>
  );
  return { signOut: () => void ask(), isRunning, question };
}
