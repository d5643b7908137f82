import { useEffect } from 'react';
import { WithdrawalPreviewDocument, type WithdrawalPreviewQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { PendingList } from '../trace/pending-list.tsx';

/** The goods of a preview: a lot, or a range of dates. */
export interface Previewed {
  productId: string;
  lot?: string;
  bestBeforeFrom?: string;
  bestBeforeTo?: string;
}

interface PreviewProps {
  of: Previewed;
  /** The lots that are withdrawn together. */
  lots: readonly string[];
  /** Called with where the goods are, as soon as that is known; with null if it cannot be read. */
  onRead: (whereabouts: Whereabouts | null) => void;
}

/** Where goods are. */
export interface Whereabouts {
  /** The ids of the branches that get a notice. */
  branches: readonly string[];
  /** Whether any delivery has the goods, also a pending one. */
  isFound: boolean;
}

type Trace = WithdrawalPreviewQuery['lotTrace'];

/** Shows which branches get a notice, and what is still pending. */
export function Preview({ of, lots, onRead }: PreviewProps) {
  const trace = useData(WithdrawalPreviewDocument, of);
  const found = trace.data?.lotTrace;
  const isUnread = !found && trace.failure !== undefined;
  useEffect(() => {
    if (isUnread) onRead(null);
    else if (found)
      onRead({ branches: found.branches.map(({ branchId }) => branchId), isFound: isAnywhere(found) });
    // oxlint-disable-next-line react/exhaustive-deps -- the parent's callback is new in each of its renders
  }, [found, isUnread]);
  return (
    <Loaded of={trace} lines={2}>
      {({ lotTrace }) => (
        <PreviewedTrace trace={lotTrace} lots={lots} name={of.lot ? `Lot ${of.lot}` : 'These dates'} />
      )}
    </Loaded>
  );
}

function isAnywhere({ branches, pending }: Trace): boolean {
  return branches.length > 0 || pending.deliveries > 0;
}

interface PreviewedTraceProps {
  trace: Trace;
  lots: readonly string[];
  name: string;
}

function PreviewedTrace({ trace, lots, name }: PreviewedTraceProps) {
  const { branches, pending } = trace;
  const otherSpellings = trace.otherSpellings.filter((each) => !lots.includes(each));
  if (!isAnywhere(trace)) {
    return (
      <Notice tone="warn">{name}: no delivery has it. Check the product, and upper and lower case.</Notice>
    );
  }
  return (
    <>
      <p className="wraps">
        <strong>
          {name}: {plural(branches.length, 'branch')} {branches.length === 1 ? 'gets' : 'get'} a notice
        </strong>
      </p>
      <ul>
        {branches.map(({ branchId, branchName, supermarketName, quantity, returned }) => (
          <li key={branchId} className="wraps">
            {supermarketName}, {branchName}: {plural(quantity - returned, 'unit')} delivered and not returned
          </li>
        ))}
      </ul>
      {otherSpellings.length > 0 && (
        <Notice tone="warn" title={`Other spellings of this lot: ${otherSpellings.join(', ')}`}>
          Their branches get no notice unless you add them, each in a line of its own.
        </Notice>
      )}
      {pending.deliveries > 0 && (
        <Notice
          tone="warn"
          title={`${plural(pending.deliveries, 'delivery')} still pending, so without a notice. Cancel or change:`}
        >
          <PendingList of={pending} />
        </Notice>
      )}
    </>
  );
}
