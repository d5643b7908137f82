import { CopyPlus, ListChecks, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NEXT_STATUSES } from '../generated/rules.ts';
import { BulkBar } from '../kit/bulk-bar.tsx';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import type { Selection } from '../kit/use-selection.ts';
import { May } from '../session/may.tsx';
import { addressOfNotes } from './delivery-notes-page.tsx';
import type { DeliveryRow } from './delivery-table.tsx';
import { MoveManyDialog } from './move-many-dialog.tsx';
import { type Move, MOVES } from './moves.ts';

// Loaded when it is opened, so that the first page loads faster.
const DuplicateManyDialog = lazy(async () => ({
  default: (await import('./duplicate-many-dialog.tsx')).DuplicateManyDialog,
}));

/** How many deliveries one action changes or prints. */
const MAX_SELECTED = 200;

/** Offers what can be done with the selected deliveries. */
export function DeliveryBulkBar({
  selection,
}: {
  selection: Pick<Selection<DeliveryRow>, 'rows' | 'clear'>;
}) {
  const [move, setMove] = useState<Move>();
  const [isDuplicating, setDuplicating] = useState(false);
  const { rows, clear } = selection;
  if (rows.length === 0) return null;
  const isTooMany = rows.length > MAX_SELECTED;
  return (
    <>
      <BulkBar count={rows.length} noun="delivery" onClear={clear}>
        {isTooMany ? (
          <span>Select at most {MAX_SELECTED}</span>
        ) : (
          <>
            <ButtonLink isSmall icon={Printer} href={addressOfNotes(rows)}>
              Print notes
            </ButtonLink>
            <ButtonLink
              isSmall
              icon={ListChecks}
              href={`/deliveries/pick-list?ids=${rows.map(({ nodeId }) => nodeId).join(',')}`}
            >
              Pick list
            </ButtonLink>
            <May needs="deliveries:write">
              <Button isSmall icon={CopyPlus} onClick={() => setDuplicating(true)}>
                Duplicate to date…
              </Button>
              {MOVES.filter(({ to }) => rows.some(({ status }) => NEXT_STATUSES[status].includes(to))).map(
                (each) => (
                  <Button
                    key={each.to}
                    isSmall
                    icon={each.icon}
                    kind={each.isDangerous ? 'danger' : 'primary'}
                    onClick={() => setMove(each)}
                  >
                    {each.isDangerous ? 'Cancel deliveries' : each.label}
                  </Button>
                ),
              )}
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
