import type { LotFactsFragment } from '../generated/operations.ts';
import { Badge } from '../kit/badge.tsx';
import { wholeNumber } from '../kit/format.ts';
import { lotInWords } from './lot-words.ts';
import styles from './lot-list.module.css';

interface LotListProps {
  lots: readonly LotFactsFragment[];
  /** The quantity of the line. */
  quantity: number;
}

/** Lists the lots of a line, each with its quantity, and flags those that were withdrawn. */
export function LotList({ lots, quantity }: LotListProps) {
  if (lots.length === 0) return null;
  const rest = quantity - lots.reduce((sum, lot) => sum + lot.quantity, 0);
  return (
    <ul className={styles.lots}>
      {lots.map((lot) => (
        <li key={`${lotInWords(lot)} ${lot.quantity}`}>
          {lotInWords(lot)}: {wholeNumber(lot.quantity)}{' '}
          {lot.isWithdrawn && <Badge tone="bad">Withdrawn</Badge>}
        </li>
      ))}
      {rest > 0 && <li>Without a lot: {wholeNumber(rest)}</li>}
    </ul>
  );
}
