import { Code } from '../../base/kit/layout/code.tsx';
import { SecretDialog } from '../../base/kit/form/secret-dialog.tsx';

const EXAMPLE = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(body, headers);`;

interface SigningSecretProps {
  secret: string;
  /** Whether the webhook had another secret before. */
  isRotated?: boolean;
  onClose: () => void;
}

/** Shows a signing secret once, and how to verify callbacks with it. */
export function SigningSecretDialog({ secret, isRotated = false, onClose }: SigningSecretProps) {
  return (
    <SecretDialog
      title="Signing secret"
      label="signing secret"
      value={secret}
      ifLost="If it is lost, rotate the secret."
      onClose={onClose}
    >
      {isRotated && (
        <p>For 24 hours, callbacks are also signed with the old secret. Update your endpoint in this time.</p>
      )}
      <p>
        Callbacks follow the <a href="https://www.standardwebhooks.com">Standard Webhooks</a> specification.
        Verify them like this:
      </p>
      <Code text={EXAMPLE} label="example verification" />
    </SecretDialog>
  );
}
