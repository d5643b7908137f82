import { Archive, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { PricedProductFragment } from '../../generated/operations.ts';
import { BulkBar } from '../../base/kit/table/bulk-bar.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';

// Loaded when they are opened, so that the first page loads faster.
const ArchiveManyDialog = lazy(async () => ({
  default: (await import('./archive-many-dialog.tsx')).ArchiveManyDialog,
}));
const ChangePricesDialog = lazy(async () => ({
  default: (await import('./change-prices-dialog.tsx')).ChangePricesDialog,
}));

/** How many products one action changes. */
const MAX_SELECTED = 100;

/** Offers what can be done with the selected products. */
export function ProductBulkBar({ selection }: { selection: RowSelection<PricedProductFragment> }) {
  const [open, setOpen] = useState<'prices' | 'archive'>();
  const { rows, clear } = selection;
  const dialog = {
    products: rows,
    onClose: () => setOpen(undefined),
    onDone() {
      setOpen(undefined);
      clear();
    },
  };
  return (
    <>
      <BulkBar count={rows.length} noun="product" onClear={clear}>
        {rows.length > MAX_SELECTED ? (
          <span>Select at most {MAX_SELECTED}</span>
        ) : (
          <>
            <Button isSmall kind="primary" icon={Tag} onClick={() => setOpen('prices')}>
              Change prices
            </Button>
            {rows.some(({ archivedAt }) => !archivedAt) && (
              <Button isSmall icon={Archive} onClick={() => setOpen('archive')}>
                Archive
              </Button>
            )}
          </>
        )}
      </BulkBar>
      <Suspense fallback={<Skeleton lines={1} />}>
        {open === 'prices' && <ChangePricesDialog {...dialog} />}
        {open === 'archive' && <ArchiveManyDialog {...dialog} />}
      </Suspense>
    </>
  );
}
