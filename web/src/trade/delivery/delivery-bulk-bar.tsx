import { CheckCheck, CopyPlus, ListChecks, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { BulkBar } from '../../base/kit/table/bulk-bar.tsx';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { May } from '../../base/session/may.tsx';
import { MAX_MATCHING, type useAllMove } from './all-move.ts';
import type { DeliveryFilters } from './delivery-filters.tsx';
import { filterOf } from './filter-of.ts';
import { addressOfNotes } from './delivery-notes-page.tsx';
import type { DeliveryRow } from './delivery-table.tsx';
import { MoveManyDialog } from './move-many-dialog.tsx';
import { type Move, MOVES } from './moves.ts';

// Loaded when it is opened, so that the first page loads faster.
const ConfirmAllMove = lazy(() => import('./confirm-all-move.tsx'));
const DuplicateManyDialog = lazy(async () => ({
  default: (await import('./duplicate-many-dialog.tsx')).DuplicateManyDialog,
}));

/** How many deliveries one action changes or prints. */
const MAX_SELECTED = 200;

interface DeliveryBulkBarProps {
  selection: Pick<RowSelection<DeliveryRow>, 'rows' | 'clear'>;
  /** The filters of the list, how many deliveries match them, and how many of these the page shows. */
  filters: DeliveryFilters;
  total: number;
  shown: number;
  /** Starts a change of all that match. */
  onMoveAll: ReturnType<typeof useAllMove>['start'];
}

/** Offers what can be done with the selected deliveries, or with all that match the filters. */
export function DeliveryBulkBar({ selection, filters, total, shown, onMoveAll }: DeliveryBulkBarProps) {
  const [move, setMove] = useState<Move>();
  const scope = JSON.stringify(filters.values);
  const [allOf, setAllOf] = useState<string>();
  const [isDuplicating, setDuplicating] = useState(false);
  const { rows, clear } = selection;
  if (rows.length === 0) return null;
  if (allOf === scope) {
    const clearAll = () => {
      setAllOf(undefined);
      clear();
    };
    return <AllBar filters={filters} total={total} onMoveAll={onMoveAll} onClear={clearAll} />;
  }
  const canTakeAll = rows.length >= shown && total > rows.length && total <= MAX_MATCHING;
  const isTooMany = rows.length > MAX_SELECTED;
  return (
    <>
      <BulkBar count={rows.length} noun="delivery" onClear={clear}>
        {canTakeAll && (
          <Button isSmall kind="quiet" icon={CheckCheck} onClick={() => setAllOf(scope)}>
            Select all {wholeNumber(total)} matching
          </Button>
        )}
        {isTooMany ? (
          <span>Select at most {MAX_SELECTED}</span>
        ) : (
          <>
            <PrintLinks
              notes={addressOfNotes(rows)}
              pickList={`/deliveries/pick-list?ids=${rows.map(({ nodeId }) => nodeId).join(',')}`}
            />
            <May needs="deliveries:write">
              <Button isSmall icon={CopyPlus} onClick={() => setDuplicating(true)}>
                Duplicate to date…
              </Button>
              <MoveButtons
                moves={MOVES.filter(({ to }) =>
                  rows.some(({ status }) => NEXT_STATUSES[status].includes(to)),
                )}
                onChoose={setMove}
              />
            </May>
          </>
        )}
      </BulkBar>
      <Suspense fallback={<Skeleton lines={1} />}>
        {isDuplicating && (
          <DuplicateManyDialog
            deliveries={rows}
            onClose={() => setDuplicating(false)}
            onDone={() => {
              setDuplicating(false);
              clear();
            }}
          />
        )}
      </Suspense>
      {move && (
        <MoveManyDialog
          deliveries={rows}
          move={move}
          onClose={() => setMove(undefined)}
          onDone={() => {
            setMove(undefined);
            clear();
          }}
        />
      )}
    </>
  );
}

interface AllBarProps {
  filters: DeliveryFilters;
  total: number;
  onMoveAll: DeliveryBulkBarProps['onMoveAll'];
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

function PrintLinks({ notes, pickList }: { notes: string; pickList: string }) {
  return (
    <>
      <ButtonLink isSmall icon={Printer} href={notes}>
        Print notes
      </ButtonLink>
      <ButtonLink isSmall icon={ListChecks} href={pickList}>
        Pick list
      </ButtonLink>
    </>
  );
}

function MoveButtons({ moves, onChoose }: { moves: readonly Move[]; onChoose: (move: Move) => void }) {
  return moves.map((move) => (
    <Button
      key={move.to}
      isSmall
      icon={move.icon}
      kind={move.isDangerous ? 'danger' : 'primary'}
      onClick={() => onChoose(move)}
    >
      {move.isDangerous ? 'Cancel deliveries' : move.label}
    </Button>
  ));
}
