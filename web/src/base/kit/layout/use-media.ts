import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, also when that changes. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (report: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', report);
      return () => media.removeEventListener('change', report);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
