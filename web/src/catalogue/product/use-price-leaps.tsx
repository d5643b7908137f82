import { type ReactNode, useState } from 'react';
import { FocusedNotice } from '../../base/kit/feedback/focused-notice.tsx';
import { money } from '../../base/kit/words/format.ts';
import { useSession } from '../../base/session/session.tsx';

/** A change of a price by more than this share is more often a mistake, such as a lost comma. */
const LEAP = 0.5;

type Change = readonly [product: { name: string; price: number }, price: number];

interface PriceLeaps {
  /** Returns whether the changes are small, or saved for the second time; otherwise the question appears. */
  areConfirmed: (changes: readonly Change[]) => boolean;
  question: ReactNode;
}

/** Asks before a price changes by more than half. Saving the same prices again confirms them. */
export function usePriceLeaps(): PriceLeaps {
  const { currency } = useSession().account;
  const [asked, setAsked] = useState<readonly Change[]>([]);
  return {
    areConfirmed(changes) {
      const leaps = changes.filter(([{ price: before }, price]) => Math.abs(price - before) > before * LEAP);
      if (leaps.length === 0 || JSON.stringify(leaps) === JSON.stringify(asked)) return true;
      setAsked(leaps);
      return false;
    },
    question: asked.length > 0 && (
      <FocusedNotice tone="warn" of={asked} title="These prices change by more than half">
        {asked.map(([{ name, price: before }, price]) => (
          <p key={name}>
            {name}: {money(before, currency)} to {money(price, currency)}
          </p>
        ))}
        <p>Check them, or save again.</p>
      </FocusedNotice>
    ),
  };
}
