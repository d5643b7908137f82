import { useState } from 'react';
import { ArchiveProductDocument, type ProductRowFragment } from '../../generated/operations.ts';
import { type ItemOutcome, useEach } from '../../base/graphql/use-each.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { BulkResults } from '../../base/kit/table/results.tsx';

interface ArchiveManyDialogProps {
  products: readonly ProductRowFragment[];
  /** Called when the results are closed. */
  onDone: () => void;
  onClose: () => void;
}

/** Archives several products after confirmation, and shows what became of each. */
export function ArchiveManyDialog({ products, onDone, onClose }: ArchiveManyDialogProps) {
  const { run, isRunning } = useEach(ArchiveProductDocument, ({ id }: ProductRowFragment) => ({ id }));
  const [results, setResults] = useState<ItemOutcome<ProductRowFragment>[]>();
  const inUse = products.filter(({ archivedAt }) => !archivedAt);
  if (results) {
    const refused = results.filter(({ failure }) => failure);
    return (
      <BulkResults
        title={`${plural(results.length - refused.length, 'product')} archived`}
        next={{ label: 'View archived', href: '/products?show=archived' }}
        onClose={onDone}
        results={refused.map(({ item, failure }) => ({
          key: item.id,
          name: item.name,
          outcome: 'Not archived',
          reason: failure!.message,
        }))}
      />
    );
  }
  return (
    <ConfirmDialog
      title={`Archive ${plural(inUse.length, 'product')}?`}
      label="Archive products"
      isBusy={isRunning}
      failure={undefined}
      onConfirm={() => void run(inUse).then(setResults)}
      onClose={onClose}
    >
      <p>
        You can no longer add them to new deliveries. Existing deliveries and returns keep them, and you can
        restore them at any time.
      </p>
    </ConfirmDialog>
  );
}
