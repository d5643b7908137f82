import { Code } from '../kit/code.tsx';
import { SecretDialog } from '../kit/secret-dialog.tsx';

const EXAMPLE = `import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);`;

interface SigningSecretProps {
  secret: string;
  /** Whether the webhook had another secret before. */
  isRotated?: boolean;
  onClose: () => void;
}

/** Shows what callbacks are signed with, this once, and how to check it. */
export function SigningSecretDialog({ secret, isRotated = false, onClose }: SigningSecretProps) {
  return (
    <SecretDialog title="The signing secret" label="signing secret" value={secret} onClose={onClose}>
      {isRotated && (
        <p>For 24 hours callbacks are signed with the old secret as well, so nothing fails meanwhile.</p>
      )}
      <p>
        Callbacks are signed by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. In
        JavaScript, for one:
      </p>
      <Code text={EXAMPLE} label="verification of a callback" />
    </SecretDialog>
  );
}
