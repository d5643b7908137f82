import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { ResendMessageDocument } from '../../generated/operations.ts';
import { type ItemOutcome, useEach } from '../../base/graphql/use-each.ts';
import { BulkBar } from '../../base/kit/table/bulk-bar.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { BulkResults } from '../../base/kit/table/results.tsx';
import type { RowSelection } from '../../base/kit/table/use-selection.ts';
import { type MessageRow, nameOf } from './message-row.ts';

/** How many messages one action sends. */
const MAX_SELECTED = 200;

interface MessageBulkBarProps {
  webhookId: string;
  selection: RowSelection<MessageRow>;
  onSent: () => void;
}

/** Sends the selected messages again, and shows what became of each. Repeating it sends them once more. */
export function MessageBulkBar({ webhookId, selection, onSent }: MessageBulkBarProps) {
  const { run, isRunning } = useEach(ResendMessageDocument, ({ id }: MessageRow) => ({
    webhook: webhookId,
    message: id,
  }));
  const [results, setResults] = useState<ItemOutcome<MessageRow>[]>();
  const { rows, clear } = selection;
  if (results) {
    const refused = results.filter(({ failure }) => failure);
    return (
      <BulkResults
        title={`${plural(results.length - refused.length, 'message')} queued`}
        onClose={() => {
          setResults(undefined);
          clear();
          onSent();
        }}
        results={refused.map(({ item, failure }) => ({
          key: item.id,
          name: nameOf(item),
          outcome: 'Not queued',
          reason: failure!.message,
        }))}
      />
    );
  }
  return (
    <BulkBar count={rows.length} noun="message" onClear={clear}>
      {rows.length > MAX_SELECTED ? (
        <span>Select at most {MAX_SELECTED}</span>
      ) : (
        <Button
          isSmall
          kind="primary"
          icon={RotateCw}
          isBusy={isRunning}
          onClick={() => void run(rows).then(setResults)}
        >
          Resend
        </Button>
      )}
    </BulkBar>
  );
}
