import type { DeliveryFactsFragment, LotFactsFragment } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { lotInWords } from './lot-words.ts';
import { shortDatedInWords } from './short-dated.ts';
import styles from './lot-list.module.css';

type Warning = DeliveryFactsFragment['warnings'][number];

interface LotListProps {
  lots: readonly Pick<LotFactsFragment, 'lot' | 'bestBefore' | 'useBy' | 'quantity' | 'isWithdrawn'>[];
  /** The warnings about the delivery that are about this line. */
  warnings?: readonly Warning[];
  /** The quantity of the line. */
  quantity: number;
}

/**
 * Lists the lots of a line, each with its quantity, and flags those that were withdrawn or are short-dated.
 */
export function LotList({ lots, warnings, quantity }: LotListProps) {
  if (lots.length === 0) return null;
  const rest = quantity - lots.reduce((sum, lot) => sum + lot.quantity, 0);
  return (
    <ul className={styles.lots}>
      {lots.map((lot) => (
        <li key={`${lotInWords(lot)} ${lot.quantity}`}>
          {lotInWords(lot)}: {wholeNumber(lot.quantity)}{' '}
          {lot.isWithdrawn && <Badge tone="bad">Withdrawn</Badge>}
          <ShortDated
            warning={warnings?.find(
              (each) => each.kind === 'SHORT_DATED' && lotInWords(each) === lotInWords(lot),
            )}
          />
        </li>
      ))}
      {rest > 0 && <li>Without a lot: {wholeNumber(rest)}</li>}
    </ul>
  );
}

function ShortDated({ warning }: { warning: Warning | undefined }) {
  return (
    warning && (
      <>
        <Badge tone="warn">Short-dated</Badge>{' '}
        {shortDatedInWords(warning.remainingDays ?? 0, warning.minRemainingDays ?? 0)}
      </>
    )
  );
}
