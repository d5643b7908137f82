/**
 * Returns a function whose concurrent callers share one result of `work`, which begins once in `everyMs` at
 * most: more frequent callers get the latest result.
 */
export function shared<T>(work: () => Promise<T>, everyMs: number): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let isUnderWay = false;
  let beganAt = 0;
  return () => {
    if (latest && (isUnderWay || performance.now() - beganAt < everyMs)) return latest;
    isUnderWay = true;
    beganAt = performance.now();
    latest = work().finally(() => (isUnderWay = false));
    return latest;
  };
}
