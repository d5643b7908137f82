import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import type { TraceFilters } from './use-trace.ts';

interface NearLotsProps {
  suggestions: readonly string[] | null;
  filters: TraceFilters;
}

/** Offers lots that are similar to one that was not found. */
export function NearLots({ suggestions, filters }: NearLotsProps) {
  if (!suggestions?.length) return undefined;
  return (
    <Notice
      tone="warn"
      title="Similar lots exist"
      actions={suggestions.map((lot) => (
        <Button key={lot} isSmall onClick={() => filters.set('lot', lot)}>
          {lot}
        </Button>
      ))}
    >
      They differ in case, spaces, signs, leading zeros or one character. Compare the label.
    </Notice>
  );
}
