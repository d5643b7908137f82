import { RotateWebhookSecretDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';

interface RotateSecretProps {
  id: string;
  onRotated: (secret: string) => void;
  onClose: () => void;
}

/** Rotates the secret of a webhook, after explaining how long the old one stays in use. */
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
        The new secret is shown only once. For 24 hours, callbacks are signed with both secrets, so your
        endpoint can verify either. After that, only the new one is used.
      </p>
    </ConfirmDialog>
  );
}
