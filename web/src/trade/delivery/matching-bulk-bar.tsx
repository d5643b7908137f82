import { CheckCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { BulkBar } from '../../base/kit/table/bulk-bar.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { May } from '../../base/session/may.tsx';
import { MAX_MATCHING, type useAllMove } from './all-move.ts';
import { DeliveryBulkBar, MoveButtons, PrintLinks } from './delivery-bulk-bar.tsx';
import type { DeliveryFilters } from './delivery-filters.tsx';
import { filterOf } from './filter-of.ts';
import type { DeliveryRow } from './delivery-table.tsx';
import { type Move, MOVES } from './moves.ts';

// Loaded when it is opened, so that the first page loads faster.
const ConfirmAllMove = lazy(() => import('./confirm-all-move.tsx'));

interface MatchingBulkBarProps {
  selection: Pick<RowSelection<DeliveryRow>, 'rows' | 'clear'>;
  /** The filters of the list, how many deliveries match them, and how many of these the page shows. */
  filters: DeliveryFilters;
  total: number;
  shown: number;
  /** Starts a change of all that match. */
  onMoveAll: ReturnType<typeof useAllMove>['start'];
}

/** Offers what can be done with the selected deliveries, or with all that match the filters. */
export function MatchingBulkBar({ selection, filters, total, shown, onMoveAll }: MatchingBulkBarProps) {
  const scope = JSON.stringify(filters.values);
  const [allOf, setAllOf] = useState<string>();
  const { rows, clear } = selection;
  if (allOf === scope && rows.length > 0) {
    const clearAll = () => {
      setAllOf(undefined);
      clear();
    };
    return <AllBar filters={filters} total={total} onMoveAll={onMoveAll} onClear={clearAll} />;
  }
  return (
    <DeliveryBulkBar selection={selection}>
      {rows.length >= shown && total > rows.length && total <= MAX_MATCHING && (
        <Button isSmall kind="quiet" icon={CheckCheck} onClick={() => setAllOf(scope)}>
          Select all {wholeNumber(total)} matching
        </Button>
      )}
    </DeliveryBulkBar>
  );
}

interface AllBarProps {
  filters: DeliveryFilters;
  total: number;
  onMoveAll: MatchingBulkBarProps['onMoveAll'];
  onClear: () => void;
}

/** Offers what can be done with all deliveries that match the filters, also on other pages. */
function AllBar({ filters, total, onMoveAll, onClear }: AllBarProps) {
  const [move, setMove] = useState<Move>();
  const filter = filterOf(filters.values);
  const search = new URLSearchParams(filters.values);
  const isPossible = ({ to }: Move) => !filter.status || NEXT_STATUSES[filter.status].includes(to);
  return (
    <>
      <BulkBar count={total} noun="delivery" onClear={onClear}>
        <PrintLinks notes={`/deliveries/notes?${search}`} pickList={`/deliveries/pick-list?${search}`} />
        <May needs="deliveries:write">
          <MoveButtons moves={MOVES.filter(isPossible)} onChoose={setMove} />
        </May>
      </BulkBar>
      <Suspense fallback={<Skeleton lines={1} />}>
        {move && (
          <ConfirmAllMove
            filter={filter}
            move={move}
            onConfirm={(wanted, count) => {
              setMove(undefined);
              onClear();
              onMoveAll(move.to, wanted, count);
            }}
            onClose={() => setMove(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
