const KEY = 'provender.signed-in';

/** Loads what is shown after the sign-in. */
export const loadSignedIn = () => import('./signed-in.tsx');

/** Loads it beside the session where somebody was signed in before, because most of them still are. */
export function loadEarly(): void {
  if (localStorage.getItem(KEY) === null) return;
  // What fails here is requested again where it is shown.
  void Promise.allSettled([loadSignedIn(), import('../daily-pages.ts')]);
}

/** Keeps in this browser whether somebody is signed in. */
export function noteSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(KEY, 'true');
  else localStorage.removeItem(KEY);
}
