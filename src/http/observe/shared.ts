/** How often work may run in a period. */
export interface Pace {
  times: number;
  perMs: number;
}

/**
 * Returns a function whose concurrent callers share one result of `work`. It runs at most `times` in `perMs`; more
 * frequent callers get the latest result.
 */
export function shared<T>(work: () => Promise<T>, { times, perMs }: Pace): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let isUnderWay = false;
  let beganAt = -Infinity;
  let done = 0;
  return () => {
    const now = performance.now();
    if (now - beganAt >= perMs) [beganAt, done] = [now, 0];
    if (latest && (isUnderWay || done >= times)) return latest;
    done++;
    isUnderWay = true;
    latest = work().finally(() => (isUnderWay = false));
    return latest;
  };
}
