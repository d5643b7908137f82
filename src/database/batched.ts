import DataLoader from 'dataloader';
import { actForService } from './acting.ts';

const MAX_BATCH = 500;

/**
 * Returns a function that batches calls made in one turn of the event loop into one call of `load`. Nothing is cached:
 * every batch starts after its calls.
 *
 * @param load returns results in the order of its keys; an Error as a result fails that call alone
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<(Value | Error)[]>,
): (key: Key) => Promise<Value> {
  // The batch serves several subjects, so it must not wait in the queue of the first one.
  const loader = new DataLoader((keys: readonly Key[]) => actForService(() => load(keys)), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    // After all readable sockets were read, so that requests that arrived together share a batch.
    batchScheduleFn: setImmediate,
  });
  return (key) => loader.load(key);
}
