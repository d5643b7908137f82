import type { ReactNode } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import type { TraceFilters } from './use-trace.ts';

interface NearLotsProps {
  title: string;
  lots: readonly string[] | null;
  filters: TraceFilters;
  children: ReactNode;
}

/** Offers similar lots. */
export function NearLots({ title, lots, filters, children }: NearLotsProps) {
  if (!lots?.length) return undefined;
  return (
    <Notice
      tone="warn"
      title={title}
      actions={lots.map((lot) => (
        <Button key={lot} isSmall onClick={() => filters.set('lot', lot)}>
          {lot}
        </Button>
      ))}
    >
      {children}
    </Notice>
  );
}
