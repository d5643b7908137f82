import { Inbox, SearchX } from 'lucide-react';
import type { WebhookLogQuery } from '../../generated/operations.ts';
import type { Loading } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import type { Filters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Pager } from '../../base/kit/table/pager.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Due } from '../../base/kit/words/due.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useSelection } from '../../base/kit/table/use-selection.ts';
import { outcomeInWords } from './error-in-words.ts';
import { MessageBulkBar } from './message-bulk-bar.tsx';
import { MessageFilterBar } from './message-filters.tsx';
import { type MessageRow, nameOf, nextAttemptOf } from './message-row.ts';
import { StatusBadge } from './status-badge.tsx';
import styles from './message-log.module.css';

/** Returns the columns of a webhook that is paused until then. */
const columnsOf = (pausedUntil: string | null): Column<MessageRow>[] => [
  {
    name: 'Event',
    cell: (message) => (
      <>
        {nameOf(message)}
        <span className={styles.when}>
          <Time value={message.createdAt} />
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
    cell: (message) => {
      const next = nextAttemptOf(message, pausedUntil);
      return next === null ? '–' : <Due value={next} />;
    },
  },
];

interface MessageLogProps {
  of: Loading<WebhookLogQuery>;
  filters: Filters<'status' | 'event'>;
  webhookId: string;
  /** Whether messages can be sent again. */
  isActive: boolean;
  pausedUntil: string | null;
  onRecover: () => void;
}

/** Lists the messages of a webhook, newest first. */
export function MessageLog({ of, filters, webhookId, isActive, pausedUntil, onRecover }: MessageLogProps) {
  const messages = of.data?.webhook?.messages;
  const selection = useSelection(JSON.stringify(filters.values), messages?.nodes ?? []);
  const isBare = filters.isEmpty && (messages?.totalCount ?? 0) === 0;
  return (
    <Card
      title="Messages"
      about="Kept for 30 days. Updates automatically."
      actions={
        <>
          {!isBare && <DownloadCsv isSmall list="messages" within={{ webhookId, ...filters.values }} />}
          {isActive && (
            <Button isSmall onClick={onRecover}>
              Recover missed events
            </Button>
          )}
        </>
      }
      isFlush
    >
      {!isBare && <MessageFilterBar filters={filters} />}
      <Loaded of={of}>
        {({ webhook }) =>
          webhook &&
          (webhook.messages.nodes.length > 0 ? (
            <>
              <Table
                caption="Messages"
                columns={columnsOf(pausedUntil)}
                rows={webhook.messages.nodes}
                keyOf={({ id }) => id}
                nameOf={nameOf}
                hrefOf={({ id }) => `/webhooks/${webhookId}/messages/${id}`}
                {...(isActive && { selection })}
              />
              <Pager of={webhook.messages} noun="message" />
            </>
          ) : filters.isEmpty ? (
            <Empty icon={Inbox} title="No messages in the last 30 days">
              <p>Messages appear here when an event occurs. To try the webhook, send a test event.</p>
            </Empty>
          ) : (
            <Empty icon={SearchX} title="No messages match these filters">
              <Button onClick={filters.clear}>Clear filters</Button>
            </Empty>
          ))
        }
      </Loaded>
      {isActive && <MessageBulkBar webhookId={webhookId} selection={selection} onSent={of.reload} />}
    </Card>
  );
}
