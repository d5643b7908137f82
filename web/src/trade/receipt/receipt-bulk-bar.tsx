import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { numberInWords } from '../delivery/numbers.ts';
import { AcceptReceiptsDocument, type ReceiptRowFragment } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { BulkResults } from '../../base/kit/table/results.tsx';
import { BulkBar } from '../../base/kit/table/bulk-bar.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { isToCheck } from './is-to-check.ts';

/** How many receipts one press accepts. */
const MAX_ACCEPTED = 200;

interface ReceiptBulkBarProps {
  selection: RowSelection<ReceiptRowFragment>;
  onChange: () => void;
}

/**
 * Accepts the selected receipts without disputes, which completes their deliveries, and checks those of
 * drivers.
 */
export function ReceiptBulkBar({ selection: { rows, clear }, onChange }: ReceiptBulkBarProps) {
  const { run, isRunning, failure } = useAction(AcceptReceiptsDocument);
  const [done, setDone] = useState<{ title: string; refused: readonly ReceiptRowFragment[] }>();
  const confirmed = rows.filter(({ receipt }) => receipt?.state === 'CONFIRMED');
  const isOnlyChecking = confirmed.every(({ receipt }) => isToCheck(receipt!));
  const others = rows.length - confirmed.length;
  const accept = async () => {
    const { acceptReceipts } = (await run({ deliveryIds: confirmed.map(({ id }) => id) })) ?? {};
    if (!acceptReceipts) return;
    const ids = new Set(acceptReceipts.flatMap(({ id, outcome }) => (outcome === 'REFUSED' ? id : [])));
    const refused = confirmed.filter(({ id }) => ids.has(id));
    const accepted = plural(confirmed.length - refused.length, 'receipt');
    setDone({ title: `${accepted} ${isOnlyChecking ? 'checked' : 'accepted'}`, refused });
  };
  if (done) {
    return (
      <BulkResults
        title={done.title}
        results={done.refused.map((row) => ({
          key: row.id,
          name: `${numberInWords(row)} · ${row.branchName}`,
          outcome: 'Not accepted',
          reason: 'Somebody changed it meanwhile',
        }))}
        onClose={() => {
          setDone(undefined);
          clear();
          onChange();
        }}
      />
    );
  }
  return (
    <BulkBar count={rows.length} noun="receipt" onClear={clear}>
      {confirmed.length > MAX_ACCEPTED ? (
        <span>Select at most {MAX_ACCEPTED}</span>
      ) : (
        <>
          {others > 0 && <span>{others} with disputes to decide one by one</span>}
          {confirmed.length > 0 && (
            <Button
              isSmall
              kind="primary"
              icon={CircleCheck}
              isBusy={isRunning}
              onClick={() => void accept()}
            >
              {isOnlyChecking ? 'Check' : 'Accept'} {plural(confirmed.length, 'receipt')}
            </Button>
          )}
        </>
      )}
      <FailedNotice failure={failure} />
    </BulkBar>
  );
}
