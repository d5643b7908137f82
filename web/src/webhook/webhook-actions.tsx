import { Send } from 'lucide-react';
import { TestWebhookDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { useToast } from '../kit/toast.tsx';
import type { WebhookDetail } from './webhook-detail.ts';

/** What can be asked about a webhook before it is done. */
export type WebhookDialog = 'edit' | 'rotate' | 'recover' | 'delete';

interface WebhookActionsProps {
  webhook: WebhookDetail;
  onOpen: (dialog: WebhookDialog) => void;
  onTested: () => void;
}

/** What can be done with a webhook. */
export function WebhookActions({ webhook: { id, status }, onOpen, onTested }: WebhookActionsProps) {
  const { run, isRunning, failure } = useAction(TestWebhookDocument);
  const toast = useToast();
  const test = async () => {
    if (!(await run({ id }))) return;
    toast('Test event sent');
    onTested();
  };
  return (
    <>
      {failure && <span role="alert">{failure.message}</span>}
      {status === 'ACTIVE' && (
        <Button kind="primary" icon={Send} isBusy={isRunning} onClick={() => void test()}>
          Send test event
        </Button>
      )}
      <Button onClick={() => onOpen('edit')}>Edit</Button>
      <Button onClick={() => onOpen('rotate')}>Rotate secret</Button>
      <Button kind="danger" onClick={() => onOpen('delete')}>
        Delete
      </Button>
    </>
  );
}
