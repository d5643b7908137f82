import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { Button } from '../layout/button.tsx';
import { plural, pluralOf } from '../words/plural.ts';
import styles from './pager.module.css';

/** The paging arguments of a list, from the address. */
export interface PageArguments {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
}

const PER_PAGE = 20;
/** The page sizes to choose from. */
const SIZES = [20, 50, 100];

/**
 * Reads the paging arguments from the address.
 *
 * @param byDefault the page size without one in the address
 */
export function usePageArguments(byDefault = PER_PAGE): PageArguments {
  const [search] = useSearchParams();
  const [after, before] = [search.get('after'), search.get('before')];
  const size = sizeIn(search, byDefault);
  if (before !== null) return { last: size, before };
  return { first: size, ...(after !== null && { after }) };
}

function sizeIn(search: URLSearchParams, byDefault: number): number {
  return SIZES.find((size) => String(size) === search.get('size')) ?? byDefault;
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
  /** The default page size of a list whose size can be changed. */
  size?: number;
}

/** Pages through a list; the position is part of the address. */
export function Pager({ of: { pageInfo, totalCount, totalCountEstimated }, noun, size }: PagerProps) {
  const [search, setSearch] = useSearchParams();
  const go = (name: 'after' | 'before', cursor: string | null) =>
    setSearch((search) => {
      search.delete('after');
      search.delete('before');
      search.set(name, cursor!);
      return search;
    });
  const resize = (size: string) =>
    setSearch((search) => {
      search.delete('after');
      search.delete('before');
      search.set('size', size);
      return search;
    });
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${pluralOf(noun)}`}>
      <span className={styles.count}>
        {totalCountEstimated && 'about '}
        {plural(totalCount, noun)}
        {(hasPreviousPage || hasNextPage) && (
          <span className={styles.part}>. This page shows some of them</span>
        )}
      </span>
      {size !== undefined && totalCount > SIZES[0]! && (
        <label className={styles.size}>
          Rows per page{' '}
          <select value={sizeIn(search, size)} onChange={(event) => resize(event.target.value)}>
            {SIZES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
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
