import { type ReactNode, useState } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';

/** How many places the cards of the dashboard show. */
export const TOP = 5;

/** The most places that one query can read. */
const MOST = 100;

interface Top {
  /** How many places to read. */
  first: number;
  /** Returns the places that are shown. */
  shownOf: <Row>(ranking: readonly Row[]) => readonly Row[];
  /** Returns what says that there are more places, and how to read on. */
  moreThan: (ranking: readonly unknown[]) => ReactNode;
}

/** Returns how to show the first `few` places of a ranking, and up to a hundred on request. */
export function useTop(few: number): Top {
  const [isLong, setLong] = useState(false);
  const shown = isLong ? MOST : few;
  return {
    // One more says whether there are more.
    first: Math.min(shown + 1, MOST),
    shownOf: (ranking) => ranking.slice(0, shown),
    moreThan(ranking) {
      if (isLong)
        return (
          ranking.length === MOST && <p>The first {MOST}. To read on, open the query and set its skip.</p>
        );
      return (
        ranking.length > few && (
          <p>
            The first {few}. <Button onClick={() => setLong(true)}>Show up to {MOST}</Button>
          </p>
        )
      );
    },
  };
}
