import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { AlertsCard } from '../alert/alerts-card.tsx';
import { type CreateWebhookMutation, WebhooksPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { curlOf } from '../../base/kit/words/curl.ts';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import { WebhooksTable } from './webhooks-table.tsx';

const FIRST_WEBHOOK = curlOf('/webhooks', {
  url: 'https://example.com/hooks',
  events: ['delivery.completed'],
});

/** Lists the webhooks. */
export default function WebhooksPage() {
  const webhooks = useData(WebhooksPageDocument, usePageArguments());
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreateWebhookMutation['createWebhook']>();
  const [, go] = useLocation();
  return (
    <Page
      title="Webhooks"
      about="Webhooks notify your systems when something changes."
      actions={
        <>
          {webhooks.data?.webhooks.totalCount !== 0 && <DownloadCsv list="webhooks" />}
          <Button kind="primary" icon={Plus} onClick={() => setCreating(true)} aria-keyshortcuts="n">
            Add webhook
          </Button>
        </>
      }
    >
      <Card isFlush>
        <Loaded of={webhooks}>
          {({ webhooks }) =>
            webhooks.totalCount === 0 ? (
              <Empty icon={Webhook} title="No webhooks yet">
                <p>
                  Add a webhook here, or with a key that has the scopes webhooks:write and deliveries:read:
                </p>
                <Code text={FIRST_WEBHOOK} label="example request" />
              </Empty>
            ) : (
              <>
                <WebhooksTable webhooks={webhooks.nodes} />
                <Pager of={webhooks} noun="webhook" />
              </>
            )
          }
        </Loaded>
      </Card>
      <AlertsCard />
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => setCreating(false)}
          onCreated={(webhook) => {
            setCreating(false);
            setCreated(webhook);
          }}
        />
      )}
      {created && (
        <SigningSecretDialog secret={created.secret} onClose={() => go(`/webhooks/${created.webhook.id}`)} />
      )}
    </Page>
  );
}
