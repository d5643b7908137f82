import { useState } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import styles from './calendar.module.css';

/** Some of the standing orders at a time: where they begin, and how to go on. */
export interface OrderPages {
  /** The arguments of the list. */
  page: { first: number; after?: string };
  position: number;
  previous: () => void;
  next: (cursor: string) => void;
}

/** Pages through standing orders. @param size how many are shown at a time */
export function useOrderPages(size: number): OrderPages {
  const [cursors, setCursors] = useState<string[]>([]);
  const after = cursors.at(-1);
  return {
    page: { first: size, ...(after !== undefined && { after }) },
    position: cursors.length * size,
    previous: () => setCursors((cursors) => cursors.slice(0, -1)),
    next: (cursor) => setCursors((cursors) => [...cursors, cursor]),
  };
}

interface OrdersPagerProps {
  pages: OrderPages;
  of: {
    nodes: readonly unknown[];
    totalCount: number;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

/** Says which standing orders are shown, and leads to the others. */
export function OrdersPager({ pages, of: { nodes, totalCount, pageInfo } }: OrdersPagerProps) {
  if (pages.position === 0 && !pageInfo.hasNextPage) return null;
  return (
    <nav className={styles.pager} aria-label="Pages of standing orders">
      <span>
        Standing orders {pages.position + 1} to {pages.position + nodes.length} of {totalCount}
      </span>
      <Button isSmall disabled={pages.position === 0} onClick={pages.previous}>
        Previous
      </Button>
      <Button isSmall disabled={!pageInfo.hasNextPage} onClick={() => pages.next(pageInfo.endCursor!)}>
        Next
      </Button>
    </nav>
  );
}
