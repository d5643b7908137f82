import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { DeliveryBulkBar, MoveButtons, PrintLinks } from '../../trade/delivery/delivery-bulk-bar.tsx';
import { MoveManyDialog } from '../../trade/delivery/move-many-dialog.tsx';
import { type Move, MOVES } from '../../trade/delivery/moves.ts';
import type { TodayQuery } from '../../generated/operations.ts';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Printed } from '../../base/kit/paper/printed.tsx';
import { useSelection } from '../../base/kit/table/use-selection.ts';
import { May } from '../../base/session/may.tsx';
import styles from './day-list.module.css';
import { deliveriesAt } from './deliveries-at.ts';
import { DueTable } from './due-table.tsx';

/** How many deliveries one action changes. */
const MAX_MOVED = 200;

interface DayListProps {
  of: TodayQuery;
  today: string;
}

/**
 * Lists the deliveries of today by their windows. The actions above are for all of them; while some are
 * selected, those of the selection take their place. A delivery stays in its place when its status changes.
 */
export function DayList({ of: { open, completed }, today }: DayListProps) {
  const rows = [...open.nodes, ...completed.nodes];
  const selection = useSelection(today, rows);
  const [move, setMove] = useState<Move>();
  const total = open.totalCount + completed.totalCount;
  const day = { dateFrom: today, dateTo: today };
  const pending: Record<string, string> = open.nodes.some(({ status }) => status === 'PENDING')
    ? { status: 'PENDING' }
    : {};
  const isSelected = selection.rows.length > 0;
  const movable = ({ to }: Move) => rows.filter(({ status }) => NEXT_STATUSES[status].includes(to));
  return (
    <Card
      title="Deliveries today"
      about="By delivery window"
      isFlush
      actions={
        <>
          {/* Their room stays, and so the list where it is. */}
          <span className={styles.ofAll} inert={isSelected}>
            <May needs="deliveries:write">
              <MoveButtons
                isQuiet
                moves={MOVES.filter(({ isDangerous }) => !isDangerous)}
                isDisabled={(each) => movable(each).length === 0}
                onChoose={setMove}
              />
            </May>
            <PrintLinks
              notes={deliveriesAt({ ...pending, ...day }, '/notes')}
              pickList={deliveriesAt({ ...pending, ...day }, '/pick-list')}
            />
          </span>
          <Button isSmall icon={ClipboardList} onClick={() => window.print()}>
            Day sheet
          </Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <p className={styles.none}>No deliveries are due today.</p>
      ) : (
        <DueTable caption="Deliveries today" deliveries={rows} selection={selection} isGrouped />
      )}
      {total > rows.length && (
        <p className={styles.none}>
          {rows.length} of {plural(total, 'delivery')}. <Link href={deliveriesAt(day)}>View all</Link>
        </p>
      )}
      <DeliveryBulkBar selection={selection} />
      <Printed />
      {move && (
        <MoveManyDialog
          deliveries={movable(move).slice(0, MAX_MOVED)}
          move={move}
          onClose={() => setMove(undefined)}
          onDone={() => setMove(undefined)}
        />
      )}
    </Card>
  );
}
