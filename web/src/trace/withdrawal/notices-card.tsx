import { useState } from 'react';
import type { NoticeFactsFragment, WithdrawalPageQuery } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useMay } from '../../base/session/may.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TellDialog, WAYS } from './tell-dialog.tsx';
import styles from './notices-card.module.css';

const COLUMNS: Column<NoticeFactsFragment>[] = [
  {
    name: 'Branch',
    cell: ({ branch: { name, address, phone, supermarket }, closedReason }) => (
      <Stacked below={[closedReason, address, phone ?? 'no phone number'].filter(Boolean).join(' · ')}>
        <span className="wraps">
          {supermarket.name}, {name}
        </span>{' '}
        {closedReason && <Badge>None left</Badge>}
      </Stacked>
    ),
  },
  {
    name: 'Delivered',
    isNumber: true,
    cell: ({ quantity, quantityAtStart }) => (
      <Stacked below={sinceStart(quantity - quantityAtStart)}>{wholeNumber(quantity)}</Stacked>
    ),
  },
  {
    name: 'Told',
    cell: ({ toldAt, toldBy, toldWay, acknowledgedAt, closedReason }) => {
      if (toldAt) {
        return (
          <Stacked below={<Time value={toldAt} isExact />}>
            {[toldWay && WAYS[toldWay], toldBy].filter(Boolean).join(', ')}
          </Stacked>
        );
      }
      return acknowledgedAt || closedReason ? '–' : <Badge tone="bad">Not yet</Badge>;
    },
  },
  {
    name: 'Acknowledged',
    cell: ({ acknowledgedAt, acknowledgedBy, closedReason }) => {
      if (acknowledgedAt)
        return <Stacked below={<Time value={acknowledgedAt} isExact />}>{acknowledgedBy}</Stacked>;
      return closedReason ? '–' : <Badge tone="warn">Not yet</Badge>;
    },
  },
  { name: 'Found', isNumber: true, cell: ({ found }) => countOf(found) },
  { name: 'Destroyed', isNumber: true, cell: ({ destroyed }) => countOf(destroyed) },
  { name: 'Held', isNumber: true, cell: ({ held }) => countOf(held) },
];

interface NoticesCardProps {
  withdrawal: NonNullable<WithdrawalPageQuery['withdrawal']>;
  onChange: () => void;
}

/** Lists the notices, and records what branches say. */
export function NoticesCard({ withdrawal: { notices, startedAt, closedAt }, onChange }: NoticesCardProps) {
  const isOpen = useMay()('deliveries:write') && !closedAt;
  const [edited, setEdited] = useState<NoticeFactsFragment>();
  const [told, setTold] = useState<NoticeFactsFragment>();
  const [linked, setLinked] = useState<NoticeFactsFragment>();
  const [later, atStart] = partition(notices, ({ addedAt }) => addedAt > startedAt);
  const action: Column<NoticeFactsFragment> = {
    name: 'Actions',
    isNameHidden: true,
    isOffPaper: true,
    isNumber: true,
    cell: (notice) => (
      <RowActions>
        <Button isSmall aria-label={`Link for ${notice.branch.name}`} onClick={() => setLinked(notice)}>
          Link
        </Button>
        {!notice.acknowledgedAt && (
          <Button
            isSmall
            aria-label={`Record that ${notice.branch.name} was told`}
            onClick={() => setTold(notice)}
          >
            Told
          </Button>
        )}
        <Button
          isSmall
          aria-label={`${notice.acknowledgedAt ? 'Change' : 'Acknowledge'} notice of ${notice.branch.name}`}
          onClick={() => setEdited(notice)}
        >
          {notice.acknowledgedAt ? 'Change' : 'Acknowledge'}
        </Button>
      </RowActions>
    ),
  };
  const columns = isOpen ? [...COLUMNS, action] : COLUMNS;
  return (
    <div className={styles.notices}>
      <Card
        title="Notices"
        about="One for each branch that had got the goods when it started."
        isFlush={atStart.length > 0}
      >
        {atStart.length > 0 ? (
          <Table caption="Notices" isStacked columns={columns} rows={atStart} keyOf={({ id }) => id} />
        ) : (
          <p>No branch had got these goods when it started.</p>
        )}
      </Card>
      {later.length > 0 && (
        <Card title="Since the start" about="Branches that got some of the goods later." isFlush>
          <Table
            caption="Notices since the start"
            isStacked
            columns={columns}
            rows={later}
            keyOf={({ id }) => id}
          />
        </Card>
      )}
      {linked && <LinkDialog notice={linked} onCreated={onChange} onClose={() => setLinked(undefined)} />}
      {told && <TellDialog notice={told} onSaved={onChange} onClose={() => setTold(undefined)} />}
      {edited && (
        <AcknowledgeDialog notice={edited} onSaved={onChange} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}

/** Returns the items for which the condition holds, and the others. */
function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function sinceStart(change: number): string | undefined {
  if (change === 0) return undefined;
  return `${change > 0 ? '+' : '−'}${wholeNumber(Math.abs(change))} since the start`;
}

function countOf(quantity: number | null): string {
  return quantity === null ? '–' : wholeNumber(quantity);
}
