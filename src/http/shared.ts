/** Of how much work there may be in how long. */
export interface Pace {
  times: number;
  perMs: number;
}

/**
 * Has all who ask at a time share one result of `work`, which is done anew at most `times` in `perMs`:
 * whoever asks more often gets the latest result once more.
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
