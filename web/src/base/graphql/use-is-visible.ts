import { useSyncExternalStore } from 'react';

/** Returns whether the tab is visible. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(follow, isVisible);
}

function follow(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
