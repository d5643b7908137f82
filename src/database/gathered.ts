import DataLoader from 'dataloader';
import { actForService } from './acting.ts';

const MAX_BATCH = 500;

/**
 * Returns a function that batches calls made in one turn of the event loop into one call of `ask`. Nothing is cached:
 * every batch starts after its calls.
 *
 * @param ask returns results in the order of its questions; an Error as a result fails that call alone
 */
export function gathered<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<(Answer | Error)[]>,
): (question: Question) => Promise<Answer> {
  // The batch serves several subjects, so it must not wait in the queue of the first one.
  const loader = new DataLoader((questions: readonly Question[]) => actForService(() => ask(questions)), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    // After all readable sockets were read, so that requests that arrived together share a batch.
    batchScheduleFn: setImmediate,
  });
  return (question) => loader.load(question);
}
