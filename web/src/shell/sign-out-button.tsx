import { LogOut } from 'lucide-react';
import { SignOutDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { forgetDrafts } from '../kit/use-draft.tsx';
import { useSessionState } from '../session/session.tsx';

/** Ends the session of this browser. */
export function SignOutButton() {
  const { renew } = useSessionState();
  const { run, isRunning } = useAction(SignOutDocument);
  const signOut = async () => {
    if (!(await run({}))) return;
    forgetDrafts();
    renew();
  };
  return (
    <Button kind="quiet" isSmall icon={LogOut} isBusy={isRunning} onClick={() => void signOut()}>
      Sign out
    </Button>
  );
}
