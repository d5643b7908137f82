import { type ReactNode, useState } from 'react';
import type { Failure } from '../../graphql/failure.ts';
import { Button } from '../layout/button.tsx';
import { ConfirmDialog } from './dialog.tsx';

interface AskButtonProps {
  /** The label of the button. */
  name: string;
  /** The accessible name where several buttons have one label. */
  accessibleName?: string;
  isSmall?: boolean;
  /** The question. */
  title: string;
  /** The label of the button that acts, a verb. */
  label: string;
  /** The label of the button that changes nothing; "Cancel" by default. */
  dismissal?: string;
  isDangerous?: boolean;
  isBusy: boolean;
  failure: Failure | undefined;
  /** Acts, and resolves with whether it was done. */
  onConfirm: () => Promise<boolean>;
  /** The effects of the action. */
  children: ReactNode;
}

/** A button that asks before it acts; red if what it does cannot be taken back. */
export function AskButton(props: AskButtonProps) {
  const { name, accessibleName, isSmall = false, isDangerous = false, onConfirm, ...question } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        isSmall={isSmall}
        kind={isDangerous ? 'danger' : 'plain'}
        aria-label={accessibleName}
        onClick={() => setAsking(true)}
      >
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          {...question}
          isDangerous={isDangerous}
          onClose={() => setAsking(false)}
          onConfirm={() => void onConfirm().then((isDone) => isDone && setAsking(false))}
        />
      )}
    </>
  );
}
