import { CopyPlus, ListChecks, Printer } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { BulkBar } from '../../base/kit/table/bulk-bar.tsx';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { May } from '../../base/session/may.tsx';
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

interface DeliveryBulkBarProps {
  selection: Pick<RowSelection<DeliveryRow>, 'rows' | 'clear'>;
  /** Shown before the actions. */
  children?: ReactNode;
}

/** Offers what can be done with the selected deliveries. */
export function DeliveryBulkBar({ selection: { rows, clear }, children }: DeliveryBulkBarProps) {
  const [open, setOpen] = useState<Move | 'duplicate'>();
  const dialog = {
    deliveries: rows,
    onClose: () => setOpen(undefined),
    onDone() {
      setOpen(undefined);
      clear();
    },
  };
  return (
    <>
      <BulkBar count={rows.length} noun="delivery" onClear={clear}>
        {children}
        {rows.length > MAX_SELECTED ? (
          <span>Select at most {MAX_SELECTED}</span>
        ) : (
          <>
            <PrintLinks
              notes={addressOfNotes(rows)}
              pickList={`/deliveries/pick-list?ids=${rows.map(({ nodeId }) => nodeId).join(',')}`}
            />
            <May needs="deliveries:write">
              <Button isSmall icon={CopyPlus} onClick={() => setOpen('duplicate')}>
                Duplicate to date…
              </Button>
              <MoveButtons
                moves={MOVES.filter(({ to }) =>
                  rows.some(({ status }) => NEXT_STATUSES[status].includes(to)),
                )}
                onChoose={setOpen}
              />
            </May>
          </>
        )}
      </BulkBar>
      <Suspense fallback={<Skeleton lines={1} />}>
        {open === 'duplicate' && <DuplicateManyDialog {...dialog} />}
      </Suspense>
      {typeof open === 'object' && <MoveManyDialog {...dialog} move={open} />}
    </>
  );
}

/** Leads to what is printed of deliveries. */
export function PrintLinks({ notes, pickList }: { notes: string; pickList: string }) {
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

interface MoveButtonsProps {
  moves: readonly Move[];
  /** Whether they are not the main actions where they stand. */
  isQuiet?: boolean;
  isDisabled?: (move: Move) => boolean;
  onChoose: (move: Move) => void;
}

/** The buttons that change the status of several deliveries. */
export function MoveButtons({ moves, isQuiet = false, isDisabled, onChoose }: MoveButtonsProps) {
  return moves.map((move) => (
    <Button
      key={move.to}
      isSmall
      icon={move.icon}
      kind={move.isDangerous ? 'danger' : isQuiet ? 'plain' : 'primary'}
      disabled={isDisabled?.(move)}
      onClick={() => onChoose(move)}
    >
      {move.isDangerous ? 'Cancel deliveries' : move.label}
    </Button>
  ));
}
