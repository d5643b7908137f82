import { useState } from 'react';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import type { WebhookDialog } from './webhook-actions.tsx';
import type { WebhookDetail } from './webhook-detail.ts';

interface WebhookDialogsProps {
  webhook: WebhookDetail;
  open: WebhookDialog | undefined;
  onRecovered: () => void;
  onClose: () => void;
}

/** Shows the open dialog of a webhook. */
export function WebhookDialogs({ webhook, open, onRecovered, onClose }: WebhookDialogsProps) {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) {
    return <SigningSecretDialog secret={secret} isRotated onClose={() => setSecret(undefined)} />;
  }
  const rotated = (secret: string) => {
    setSecret(secret);
    onClose();
  };
  switch (open) {
    case 'edit':
      return <EditWebhookDialog webhook={webhook} onClose={onClose} />;
    case 'rotate':
      return <RotateSecretDialog id={webhook.id} onRotated={rotated} onClose={onClose} />;
    case 'recover':
      return <RecoverDialog webhook={webhook} onRecovered={onRecovered} onClose={onClose} />;
    case 'delete':
      return <DeleteWebhookDialog webhook={webhook} onClose={onClose} />;
    case undefined:
      return null;
  }
}
