import type { WebhooksPageQuery } from '../../generated/operations.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { failuresInWords } from './failures.ts';
import { WebhookBadge } from './status-badge.tsx';
import styles from './webhooks-page.module.css';

type WebhookRow = WebhooksPageQuery['webhooks']['nodes'][number];

const COLUMNS: Column<WebhookRow>[] = [
  {
    name: 'URL',
    cell: ({ url, description }) => (
      <>
        <span className={styles.url}>{url}</span>
        {description && <span className={styles.description}>{description}</span>}
      </>
    ),
  },
  { name: 'Status', cell: (webhook) => <WebhookBadge webhook={webhook} /> },
  { name: 'Events', isSecondary: true, cell: ({ events }) => eventsInWords(events) },
  { name: 'Consecutive failures', cell: failuresInWords },
];

/** Lists webhooks with their status. */
export function WebhooksTable({ webhooks }: { webhooks: readonly WebhookRow[] }) {
  return (
    <Table
      caption="Webhooks"
      isStacked
      columns={COLUMNS}
      rows={webhooks}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/webhooks/${id}`}
    />
  );
}

function eventsInWords(events: readonly string[]): string {
  const [first, ...others] = events;
  return others.length === 0 ? first! : `${first} and ${others.length} more`;
}
