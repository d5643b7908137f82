import { useState } from 'react';
import { useParams } from 'wouter';
import { WebhookLogDocument, WebhookPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { usePageArguments } from '../../base/kit/table/pager.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { DeactivatedNotice } from './deactivated-notice.tsx';
import { EventBadges } from './event-badges.tsx';
import { failuresInWords } from './failures.ts';
import { LastFailure } from './last-failure.tsx';
import { MessageLog } from './message-log.tsx';
import { messageStatusOf, WebhookBadge } from './status-badge.tsx';
import { TestResult } from './test-result.tsx';
import { WebhookActions, type WebhookDialog } from './webhook-actions.tsx';
import { WebhookDialogs } from './webhook-dialogs.tsx';

const LOOK_EVERY_MS = 5_000;
const LOOK_WHILE_PENDING_MS = 2_000;

/** Shows one webhook: its status, its actions and its messages. */
export default function WebhookPage() {
  const { id } = useParams<{ id: string }>();
  const [everyMs, setEveryMs] = useState(LOOK_EVERY_MS);
  const page = useData(WebhookPageDocument, { id }, { everyMs });
  const filters = useFilters('status', 'event');
  const filter = { ...filters.values, status: messageStatusOf(filters.values.status) };
  const log = useData(WebhookLogDocument, { id, ...usePageArguments(), filter }, { everyMs });
  const isPending = log.data?.webhook?.messages.nodes.some(({ status }) => status === 'PENDING') ?? false;
  const wanted = isPending ? LOOK_WHILE_PENDING_MS : LOOK_EVERY_MS;
  if (wanted !== everyMs) setEveryMs(wanted);
  const [open, setOpen] = useState<WebhookDialog>();
  const [known, setKnown] = useState<ReadonlySet<string>>();
  const webhook = page.data?.webhook;
  if (webhook === null) return <NotFound what="This webhook" />;
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : 'Webhook'}
      about={webhook?.description}
      beside={webhook && <WebhookBadge webhook={webhook} />}
      actions={webhook && <WebhookActions webhook={webhook} onOpen={setOpen} onTested={setKnown} />}
      back={{ href: '/webhooks', label: 'Webhooks' }}
    >
      {webhook && known && <TestResult webhookId={id} known={known} />}
      <Loaded of={page}>
        {() =>
          webhook && (
            <>
              {webhook.status === 'DEACTIVATED' && (
                <DeactivatedNotice webhook={webhook} onRecover={() => setOpen('recover')} />
              )}
              {webhook.status === 'ACTIVE' && webhook.lastFailure && (
                <Notice tone="warn" title="The last callback failed">
                  <LastFailure of={webhook} />
                </Notice>
              )}
              <Card title="Endpoint">
                <Facts
                  facts={[
                    ['URL', webhook.url],
                    [
                      'Consecutive failures',
                      `${failuresInWords(webhook)} (deactivated after ${webhook.deactivatesAfter})`,
                    ],
                    ['Created', <Time key="created" value={webhook.createdAt} isExact />],
                  ]}
                />
                <EventBadges events={webhook.events} />
              </Card>
              <MessageLog
                of={log}
                filters={filters}
                webhookId={id}
                isActive={webhook.status === 'ACTIVE'}
                pausedUntil={webhook.pausedUntil}
                onRecover={() => setOpen('recover')}
              />
              <WebhookDialogs
                webhook={webhook}
                open={open}
                onRecovered={log.reload}
                onClose={() => setOpen(undefined)}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
