import DataLoader from 'dataloader';
import { runForService } from './current-work.ts';

const MAX_BATCH = 500;
/** How long a batch waits for the one before it: longer than a statement takes without contention. */
const MAX_BATCH_WAIT_MS = 20;

/**
 * Returns a function that batches calls into one call of `load`: those of one turn of the event loop, or
 * those made while the last batch is under way. So the busier the process is, the fewer statements its calls
 * need. Nothing is cached: every batch starts after its calls.
 *
 * @param load returns results in the order of its keys; an Error as a result fails that call alone
 * @param most the calls of a batch
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<(Value | Error)[]>,
  most = MAX_BATCH,
): (key: Key) => Promise<Value> {
  let underWay: Promise<(Value | Error)[]> | undefined;

  async function loadBatch(keys: readonly Key[]): Promise<(Value | Error)[]> {
    // The batch serves several subjects, so it must not wait in the queue of the first one.
    const batch = runForService(() => load(keys));
    underWay = batch;
    try {
      return await batch;
    } finally {
      if (underWay === batch) underWay = undefined;
    }
  }

  function schedule(dispatch: () => void): void {
    // After all readable sockets were read, so that requests that arrived together share a batch.
    const start = () => void setImmediate(dispatch);
    if (!underWay) return start();
    let isWaiting = true;
    const go = () => {
      if (isWaiting) start();
      isWaiting = false;
      clearTimeout(timer);
    };
    const timer = setTimeout(go, MAX_BATCH_WAIT_MS);
    underWay.then(go, go);
  }

  const loader = new DataLoader(loadBatch, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: schedule,
  });
  return (key) => loader.load(key);
}
