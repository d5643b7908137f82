import { Link } from 'wouter';
import { TextConflictsDocument, type TextConflictsQuery } from '../generated/operations.ts';
import { MAX_TEXT_CONFLICTS } from '../generated/rules.ts';
import { useData } from '../graphql/use-data.ts';
import { Card } from '../kit/card.tsx';
import { Notice } from '../kit/notice.tsx';
import { plural } from '../kit/plural.ts';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';

type Conflict = TextConflictsQuery['textConflicts'][number];

/** What to do about a text that stayed as it was. */
const TO_DO: Record<string, string> = {
  taken: 'Another record has this text without the difference. Change one of the two.',
  too_long: 'It is too long. Shorten it.',
  empty: 'Nothing of it can be seen. Enter it again.',
};

/** The kinds of records, with the page of one. */
const RECORDS: Record<string, [label: string, hrefOf?: (id: string) => string]> = {
  accounts: ['Account'],
  people: ['Person', () => '/people'],
  invitations: ['Invitation', () => '/people'],
  api_keys: ['API key', () => '/keys'],
  webhook_subscriptions: ['Webhook', (id) => `/webhooks/${id}`],
  products: ['Product', (id) => `/products/${id}`],
  supermarkets: ['Supermarket', (id) => `/supermarkets/${id}`],
  branches: ['Branch'],
  returns: ['Return', (id) => `/returns/${id}`],
  withdrawals: ['Withdrawal', (id) => `/withdrawals/${id}`],
  withdrawal_notices: ['Answer to a withdrawal'],
  delivery_item_lots: ['Lot in delivery'],
};

const COLUMNS: Column<Conflict>[] = [
  {
    name: 'Text',
    cell: ({ text, field }) => (
      <Stacked below={fieldInWords(field)}>
        <span className="wraps">“{text}”</span>
      </Stacked>
    ),
  },
  { name: 'Record', cell: (conflict) => <ConflictPlace of={conflict} /> },
  { name: 'What to do', cell: ({ problem }) => <span className="wraps">{TO_DO[problem]}</span> },
];

/** Shows owners the texts that an update could not bring to their form, and what to do; nothing if there are none. */
export default function TextConflictsCard() {
  const { data } = useData(TextConflictsDocument, {});
  const conflicts = data?.textConflicts ?? [];
  if (conflicts.length === 0) return undefined;
  return (
    <Card
      title="Texts to correct"
      about="They have characters that cannot be seen, or spaces of another kind. Filters and imports do not find them as you type them."
      isFlush
    >
      <Notice tone="warn" title={`${plural(conflicts.length, 'text')} to correct`}>
        After you change a text, it leaves this list within minutes.
        {conflicts.length === MAX_TEXT_CONFLICTS && ' There may be more than these.'}
      </Notice>
      <Table
        caption="Texts to correct"
        columns={COLUMNS}
        rows={conflicts}
        keyOf={({ table, field, recordId, text }) => [table, field, recordId, text].join(' ')}
      />
    </Card>
  );
}

/** Shows the record of a text, with a link if it has a page. */
function ConflictPlace({ of: { table, recordId, deliveryId } }: { of: Conflict }) {
  const [label, hrefOf] = RECORDS[table] ?? ['Delivery'];
  const isOfDelivery = deliveryId !== null && !hrefOf;
  const id = isOfDelivery ? deliveryId : recordId;
  const href = isOfDelivery ? `/deliveries/${deliveryId}` : hrefOf?.(recordId);
  const name = `${label} #${id}`;
  return href === undefined ? name : <Link href={href}>{name}</Link>;
}

/** Converts `closedReason` to `Closed reason`. */
function fieldInWords(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
