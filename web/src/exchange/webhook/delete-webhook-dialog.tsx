import { useLocation } from 'wouter';
import { DeleteWebhookDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import type { WebhookDetail } from './webhook-detail.ts';

interface DeleteWebhookProps {
  webhook: WebhookDetail;
  onClose: () => void;
}

/** Deletes a webhook and its log, after confirmation. */
export function DeleteWebhookDialog({ webhook: { id, url }, onClose }: DeleteWebhookProps) {
  const { run, isRunning, failure } = useAction(DeleteWebhookDocument);
  const [, go] = useLocation();
  const toast = useToast();
  const remove = async () => {
    if (!(await run({ id }))) return;
    toast('Webhook deleted');
    go('/webhooks');
  };
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      label="Delete webhook"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>
        Events are no longer sent to <strong>{url}</strong>, and its messages are deleted. You cannot undo
        this.
      </p>
    </ConfirmDialog>
  );
}
