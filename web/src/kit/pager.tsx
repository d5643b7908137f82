import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { Button } from './button.tsx';
import { plural, pluralOf } from './plural.ts';
import styles from './pager.module.css';

/** The paging arguments of a list, from the address. */
export interface PageArguments {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

const PER_PAGE = 20;

/** Reads the paging arguments from the address. */
export function usePageArguments(): PageArguments {
  const [search] = useSearchParams();
  const [after, before] = [search.get('after'), search.get('before')];
  if (before !== null) return { last: PER_PAGE, before };
  return { first: PER_PAGE, ...(after !== null && { after }) };
}

interface PagerProps {
  of: {
    totalCount: number;
    totalCountEstimated: boolean;
    pageInfo: {
      startCursor: string | null;
      endCursor: string | null;
      hasNextPage: boolean;
      hasPreviousPage: boolean;
    };
  };
  /** The name of an item, in the singular. */
  noun: string;
}

/** Pages through a list; the position is part of the address. */
export function Pager({ of: { pageInfo, totalCount, totalCountEstimated }, noun }: PagerProps) {
  const [, setSearch] = useSearchParams();
  const go = (name: 'after' | 'before', cursor: string | null) =>
    setSearch((search) => {
      search.delete('after');
      search.delete('before');
      search.set(name, cursor!);
      return search;
    });
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${pluralOf(noun)}`}>
      <span className={styles.count}>
        {totalCountEstimated && 'about '}
        {plural(totalCount, noun)}
      </span>
      {(hasPreviousPage || hasNextPage) && (
        <>
          <Button
            isSmall
            icon={ChevronLeft}
            disabled={!hasPreviousPage}
            onClick={() => go('before', startCursor)}
          >
            Previous
          </Button>
          <Button isSmall icon={ChevronRight} disabled={!hasNextPage} onClick={() => go('after', endCursor)}>
            Next
          </Button>
        </>
      )}
    </nav>
  );
}
