import { useEffect } from 'react';
import { useSearch } from 'wouter';

const PREFIX = 'list:';

/** Remembers the filters and the page of a list, so that links back to it lead there. */
export function useVisitedList(path: string): void {
  const search = useSearch();
  useEffect(() => sessionStorage.setItem(PREFIX + path, search), [path, search]);
}

/** Returns the address of a list as it was last seen in this tab. */
export function lastAddressOf(path: string): string {
  const search = sessionStorage.getItem(PREFIX + path);
  return search ? `${path}?${search}` : path;
}
