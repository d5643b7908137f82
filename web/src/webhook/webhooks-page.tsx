import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { AlertsCard } from '../alert/alerts-card.tsx';
import { type CreateWebhookMutation, WebhooksPageDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Code } from '../kit/code.tsx';
import { curlOf } from '../kit/curl.ts';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { Empty } from '../kit/empty.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
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
