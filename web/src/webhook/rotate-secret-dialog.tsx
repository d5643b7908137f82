import { RotateWebhookSecretDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { ConfirmDialog } from '../kit/dialog.tsx';

interface RotateSecretProps {
  id: string;
  onRotated: (secret: string) => void;
  onClose: () => void;
}

/** Gives a webhook a new secret, after telling how long the old one still signs. */
export function RotateSecretDialog({ id, onRotated, onClose }: RotateSecretProps) {
  const { run, isRunning, failure } = useAction(RotateWebhookSecretDocument);
  return (
    <ConfirmDialog
      title="Rotate the signing secret?"
      label="Rotate secret"
      isBusy={isRunning}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void run({ id }).then((done) => done && onRotated(done.rotateWebhookSecret.secret))}
    >
      <p>
        The new secret is shown once. For 24 hours both sign, so the receiver verifies callbacks with either;
        after that only the new one does.
      </p>
    </ConfirmDialog>
  );
}
