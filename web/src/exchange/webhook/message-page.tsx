import { RotateCw } from 'lucide-react';
import { useParams } from 'wouter';
import { MessagePageDocument, ResendMessageDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Due } from '../../base/kit/words/due.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { nextAttemptOf } from './message-row.ts';
import { AttemptList } from './attempt-list.tsx';
import { StatusBadge } from './status-badge.tsx';

const LOOK_EVERY_MS = 2_000;

/** Shows one message of a webhook: its body and each attempt to send it. */
export default function MessagePage() {
  const { id, message: messageId } = useParams<{ id: string; message: string }>();
  const loading = useData(
    MessagePageDocument,
    { webhook: id, message: messageId },
    { everyMs: LOOK_EVERY_MS },
  );
  const { run, isRunning, failure } = useAction(ResendMessageDocument);
  const toast = useToast();
  const webhook = loading.data?.webhook;
  const message = webhook?.message;
  if (webhook === null || message === null) return <NotFound what="This message" />;
  const resend = async () => {
    if (await run({ webhook: id, message: messageId })) toast('Message queued');
  };
  return (
    <Page
      title={message?.event ?? 'Message'}
      beside={message && <StatusBadge status={message.status} />}
      actions={
        webhook?.status === 'ACTIVE' && (
          <Button kind="primary" icon={RotateCw} isBusy={isRunning} onClick={() => void resend()}>
            Resend
          </Button>
        )
      }
      back={{ href: `/webhooks/${id}`, label: webhook ? new URL(webhook.url).host : 'Webhook' }}
    >
      <FailedNotice failure={failure} />
      <Loaded of={loading}>
        {() =>
          message && (
            <>
              <Card title="Request">
                <Facts
                  facts={[
                    ['Endpoint', `POST ${webhook.url}`],
                    ['webhook-id', <code key="id">{message.id}</code>],
                    ['Created', <Time key="created" value={message.createdAt} isExact />],
                    ...(message.nextAttemptAt === null
                      ? []
                      : ([
                          [
                            'Next attempt',
                            <Due key="next" value={nextAttemptOf(message, webhook.pausedUntil)!} />,
                          ],
                        ] satisfies [string, React.ReactNode][])),
                  ]}
                />
                <Code text={pretty(message.body)} copied={message.body} label="request body" />
              </Card>
              <AttemptList attempts={message.attempts} isPending={message.status === 'PENDING'} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
