import { useState } from 'react';
import type { NoticeFactsFragment, WithdrawalPageQuery } from '../generated/operations.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { wholeNumber } from '../kit/format.ts';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { useMay } from '../session/may.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import styles from './notices-card.module.css';

const COLUMNS: Column<NoticeFactsFragment>[] = [
  {
    name: 'Branch',
    cell: ({ branch: { name, address, phone, supermarket } }) => (
      <Stacked below={[address, phone ?? 'no phone number'].join(' · ')}>
        <span className="wraps">
          {supermarket.name}, {name}
        </span>
      </Stacked>
    ),
  },
  { name: 'Delivered', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
  {
    name: 'Acknowledged',
    cell: ({ acknowledgedAt, acknowledgedBy }) =>
      acknowledgedAt ? (
        <Stacked below={<Time value={acknowledgedAt} isExact />}>{acknowledgedBy}</Stacked>
      ) : (
        <Badge tone="warn">Not yet</Badge>
      ),
  },
  { name: 'Found', isNumber: true, cell: ({ quantityFound }) => countOf(quantityFound) },
  { name: 'Destroyed', isNumber: true, cell: ({ quantityDestroyed }) => countOf(quantityDestroyed) },
  { name: 'Held', isNumber: true, cell: ({ quantityHeld }) => countOf(quantityHeld) },
];

interface NoticesCardProps {
  withdrawal: NonNullable<WithdrawalPageQuery['withdrawal']>;
  onChange: () => void;
}

/** Lists the notices, and records what branches say. */
export function NoticesCard({ withdrawal: { notices, closedAt }, onChange }: NoticesCardProps) {
  const isOpen = useMay()('deliveries:write') && !closedAt;
  const [edited, setEdited] = useState<NoticeFactsFragment>();
  const action: Column<NoticeFactsFragment> = {
    name: 'Actions',
    isNameHidden: true,
    isNumber: true,
    cell: (notice) => (
      <span className={styles.action}>
        <Button
          isSmall
          aria-label={`${notice.acknowledgedAt ? 'Change' : 'Acknowledge'} notice of ${notice.branch.name}`}
          onClick={() => setEdited(notice)}
        >
          {notice.acknowledgedAt ? 'Change' : 'Acknowledge'}
        </Button>
      </span>
    ),
  };
  return (
    <Card title="Notices" about="One for each branch that had got the lots." isFlush={notices.length > 0}>
      {notices.length > 0 ? (
        <Table
          caption="Notices"
          isStacked
          columns={isOpen ? [...COLUMNS, action] : COLUMNS}
          rows={notices}
          keyOf={({ id }) => id}
        />
      ) : (
        <p>No branch had got these goods when it started.</p>
      )}
      {edited && (
        <AcknowledgeDialog notice={edited} onSaved={onChange} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

function countOf(quantity: number | null): string {
  return quantity === null ? '–' : wholeNumber(quantity);
}
