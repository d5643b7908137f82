import { Inbox } from 'lucide-react';
import type { WebhookLogQuery } from '../generated/operations.ts';
import type { Loading } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { DownloadCsv } from '../kit/download-csv.tsx';
import { Empty } from '../kit/empty.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Pager } from '../kit/pager.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { outcomeInWords } from './error-in-words.ts';
import { StatusBadge } from './status-badge.tsx';
import styles from './message-log.module.css';

type MessageRow = NonNullable<WebhookLogQuery['webhook']>['messages']['nodes'][number];

const COLUMNS: Column<MessageRow>[] = [
  {
    name: 'Event',
    cell: ({ event, createdAt }) => (
      <>
        {event}
        <span className={styles.when}>
          <Time value={createdAt} />
        </span>
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Attempts', isNumber: true, isSecondary: true, cell: ({ attempts }) => attempts.length },
  {
    name: 'Last response',
    isSecondary: true,
    cell: ({ attempts }) => outcomeInWords(attempts.at(-1)),
  },
  { name: 'Created', isSecondary: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
  {
    name: 'Next attempt',
    isSecondary: true,
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Time value={nextAttemptAt} />),
  },
];

interface MessageLogProps {
  of: Loading<WebhookLogQuery>;
  webhookId: string;
  /** Undefined while nothing can be recovered. */
  onRecover: (() => void) | undefined;
}

/** Lists the messages of a webhook, newest first. */
export function MessageLog({ of, webhookId, onRecover }: MessageLogProps) {
  const hasMessages = (of.data?.webhook?.messages.totalCount ?? 0) > 0;
  return (
    <Card
      title="Messages"
      about="Kept for 30 days. Updates automatically."
      actions={
        <>
          {hasMessages && <DownloadCsv isSmall list="messages" within={{ webhookId }} />}
          {onRecover && (
            <Button isSmall onClick={onRecover}>
              Recover missed events
            </Button>
          )}
        </>
      }
      isFlush
    >
      <Loaded of={of}>
        {({ webhook }) =>
          webhook &&
          (webhook.messages.totalCount === 0 ? (
            <Empty icon={Inbox} title="No messages yet">
              <p>Messages appear here when an event occurs. To try the webhook, send a test event.</p>
            </Empty>
          ) : (
            <>
              <Table
                caption="Messages"
                columns={COLUMNS}
                rows={webhook.messages.nodes}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => `/webhooks/${webhookId}/messages/${id}`}
              />
              <Pager of={webhook.messages} noun="message" />
            </>
          ))
        }
      </Loaded>
    </Card>
  );
}
