import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { OpenRow } from '../kit/table/table.tsx';
import { useMedia } from '../kit/layout/use-media.ts';

/** The record that is shown beside its list. */
export interface Opened extends OpenRow {
  close: () => void;
  /** The version of the record, which changes when the record is to be read again. */
  version: number;
  reload: () => void;
}

/** Keeps in the address which record is shown beside its list. Smaller screens have no room for one. */
export function useOpened(): Opened {
  const hasRoom = useMedia('(width >= 100rem)');
  const [search, setSearch] = useSearchParams();
  const [version, setVersion] = useState(0);
  const id = (hasRoom && search.get('open')) || undefined;
  const change = (next: string | undefined) =>
    setSearch(
      (search) => {
        if (next) search.set('open', next);
        else search.delete('open');
        return search;
      },
      // Going back closes the record, and does not go through all that were looked at.
      { replace: id !== undefined && next !== undefined },
    );
  return {
    id,
    open: hasRoom ? change : undefined,
    close: () => change(undefined),
    version,
    reload: () => setVersion((version) => version + 1),
  };
}
