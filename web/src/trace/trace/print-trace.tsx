import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { TracePageQuery } from '../../generated/operations.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { MAX_PRINTED, type TracePrint } from './use-print.ts';

interface PrintTraceProps {
  trace: TracePageQuery['lotTrace'] | undefined;
  print: TracePrint;
}

/** Prints the trace with all its rows, or says before how many it leaves out. */
export function PrintTrace({ trace, print }: PrintTraceProps) {
  const [isAsking, setAsking] = useState(false);
  const total = trace?.totalCount ?? 0;
  const start = () => {
    setAsking(false);
    print.start();
  };
  return (
    <>
      <Button
        kind="primary"
        icon={Printer}
        isBusy={print.count !== undefined}
        disabled={!trace}
        onClick={() => (total > MAX_PRINTED ? setAsking(true) : start())}
      >
        Print
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Print ${wholeNumber(MAX_PRINTED)} of ${wholeNumber(total)} rows?`}
          label="Print"
          isBusy={false}
          failure={undefined}
          onConfirm={start}
          onClose={() => setAsking(false)}
        >
          <p>
            The print has the newest {wholeNumber(MAX_PRINTED)} rows. The CSV file has all of them. To print
            all, limit the days of dispatch.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
