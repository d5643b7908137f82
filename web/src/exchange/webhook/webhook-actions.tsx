import { Send } from 'lucide-react';
import { useClient } from 'urql';
import { TestWebhookDocument, WebhookTestsDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import type { WebhookDetail } from './webhook-detail.ts';

/** The dialogs of a webhook's page. */
export type WebhookDialog = 'edit' | 'rotate' | 'recover' | 'delete';

interface WebhookActionsProps {
  webhook: WebhookDetail;
  onOpen: (dialog: WebhookDialog) => void;
  /** Called after sending a test event, with the ids of the earlier messages. */
  onTested: (known: ReadonlySet<string>) => void;
}

/** The actions of a webhook's page. */
export function WebhookActions({ webhook: { id, status }, onOpen, onTested }: WebhookActionsProps) {
  const { run, isRunning, failure } = useAction(TestWebhookDocument);
  const client = useClient();
  const test = async () => {
    const before = await client.query(WebhookTestsDocument, { id }, { requestPolicy: 'network-only' });
    const known = before.data?.webhook?.messages.nodes.map((message) => message.id);
    if (await run({ id })) onTested(new Set(known));
  };
  return (
    <>
      <FailedNotice failure={failure} />
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
