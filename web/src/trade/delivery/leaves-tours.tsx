import type { ReactNode } from 'react';
import { ToursToLeaveDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';

/** How many records one request reads. */
const MAX_READ = 100;

interface LeavesTours {
  /** Whether the tours are being read. */
  isReading: boolean;
  /** Says which tours lose stops. */
  notice: ReactNode;
}

/**
 * Reads which tours lose stops when deliveries are cancelled, up to two requests of them. They are read when
 * somebody asks, because tours are made while lists are open.
 *
 * @param deliveries none, where none is cancelled
 */
export function useLeavesTours(deliveries: readonly { nodeId: string }[]): LeavesTours {
  const first = useToursOf(deliveries.slice(0, MAX_READ));
  const second = useToursOf(deliveries.slice(MAX_READ, 2 * MAX_READ));
  const tours = [...first.tours, ...second.tours];
  return {
    isReading: first.isReading || second.isReading,
    notice: tours.length > 0 && (
      <Notice tone="warn" title={`${subjectOf(deliveries.length, tours.length)} ${namesOf(tours)}`} />
    ),
  };
}

function useToursOf(deliveries: readonly { nodeId: string }[]) {
  const nodeIds = deliveries.map(({ nodeId }) => nodeId);
  const { data, isLoading } = useData(
    ToursToLeaveDocument,
    { nodeIds },
    { isPaused: deliveries.length === 0 },
  );
  const tours = (data?.nodes ?? []).flatMap((node) =>
    node && 'tour' in node ? (node.tour?.name ?? []) : [],
  );
  return { tours, isReading: isLoading };
}

function subjectOf(deliveries: number, leaving: number): string {
  return deliveries === 1 ? 'This delivery leaves the tour' : `${plural(leaving, 'delivery')} will leave:`;
}

function namesOf(tours: readonly string[]): string {
  return [...new Set(tours)]
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => `“${name}”`)
    .join(', ');
}
