import { ClipboardList, ListChecks, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { addressOfNotes } from '../../trade/delivery/delivery-notes-page.tsx';
import { MoveManyDialog } from '../../trade/delivery/move-many-dialog.tsx';
import { type Move, MOVES } from '../../trade/delivery/moves.ts';
import type { TodayQuery } from '../../generated/operations.ts';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
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
 * Lists the deliveries of today by their windows, with the actions of the day in one place. They apply to the
 * selected deliveries, without any to all in the list. A delivery stays in its place when its status changes.
 */
export function DayList({ of: { open, completed }, today }: DayListProps) {
  const rows = [...open.nodes, ...completed.nodes];
  const selection = useSelection(today, rows);
  const [move, setMove] = useState<Move>();
  const chosen = selection.rows.length > 0 ? selection.rows : rows;
  const total = open.totalCount + completed.totalCount;
  const day = { dateFrom: today, dateTo: today };
  const pending: Record<string, string> = open.nodes.some(({ status }) => status === 'PENDING')
    ? { status: 'PENDING' }
    : {};
  const isSelected = selection.rows.length > 0;
  const ids = selection.rows.map(({ nodeId }) => nodeId).join(',');
  return (
    <Card
      title="Deliveries today"
      about={
        <span role="status">
          {isSelected ? `${plural(selection.rows.length, 'delivery')} selected` : 'By delivery window'}
        </span>
      }
      isFlush
      actions={
        <>
          <May needs="deliveries:write">
            {MOVES.filter(({ isDangerous }) => !isDangerous).map((each) => (
              <Button
                key={each.to}
                isSmall
                icon={each.icon}
                disabled={!chosen.some(({ status }) => NEXT_STATUSES[status].includes(each.to))}
                onClick={() => setMove(each)}
              >
                {each.label}
              </Button>
            ))}
          </May>
          <ButtonLink
            isSmall
            icon={ListChecks}
            href={
              isSelected
                ? `/deliveries/pick-list?ids=${ids}`
                : deliveriesAt({ ...pending, ...day }, '/pick-list')
            }
          >
            Pick list
          </ButtonLink>
          <ButtonLink
            isSmall
            icon={Printer}
            href={
              isSelected ? addressOfNotes(selection.rows) : deliveriesAt({ ...pending, ...day }, '/notes')
            }
          >
            Print notes
          </ButtonLink>
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
      <Printed />
      {move && (
        <MoveManyDialog
          deliveries={chosen
            .filter(({ status }) => isSelected || NEXT_STATUSES[status].includes(move.to))
            .slice(0, MAX_MOVED)}
          move={move}
          onClose={() => setMove(undefined)}
          onDone={() => {
            setMove(undefined);
            selection.clear();
          }}
        />
      )}
    </Card>
  );
}
