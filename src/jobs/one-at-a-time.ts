/**
 * Returns a function that runs `work`, one run at a time. A call during a run returns at once, and another
 * run follows: however many jobs there are, they occupy at most one of the worker's slots.
 *
 * @param work gets a promise that resolves when another run was requested
 */
export function oneAtATime(work: (again: Promise<void>) => Promise<void>): () => Promise<void> {
  let again = Promise.withResolvers<void>();
  let isWanted = false;
  let isRunning = false;
  return async () => {
    isWanted = true;
    // guard: running-job
    if (isRunning) return again.resolve();
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        again = Promise.withResolvers();
        await work(again.promise);
      }
    } finally {
      isRunning = false;
    }
  };
}
