const KEY = 'provender.signed-in';

/** Loads what is shown after the sign-in. */
export const loadSignedIn = () => import('./signed-in.tsx');

/** Loads it beside the session where somebody was signed in before, because most of them still are. */
export function loadEarly(): void {
  if (localStorage.getItem(KEY) === null) return;
  // What fails here is requested again where it is shown.
  void Promise.allSettled([loadSignedIn(), import('../daily-pages.tsx')]);
}

/** Keeps in this browser who is signed in. */
export function noteSignedIn(personId: string | undefined): void {
  if (personId === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, personId);
}

/** Calls `listener` when somebody has signed in or out in another tab. */
export function onOtherTab(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === KEY) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
