import { LogOut } from 'lucide-react';
import { Button } from '../../base/kit/layout/button.tsx';
import { useSigningOut } from './use-signing-out.tsx';

/** Ends the session of this browser. */
export function SignOutButton() {
  const { signOut, isRunning, question } = useSigningOut();
  return (
    <>
      <Button kind="quiet" isSmall icon={LogOut} isBusy={isRunning} onClick={signOut}>
        Sign out
      </Button>
      {question}
    </>
  );
}
