import DataLoader from 'dataloader';
import { actForService } from './acting.ts';

const MAX_BATCH = 500;

/**
 * Gathers what is asked for in one turn of the event loop into one call of `ask`, which answers
 * in the same order. Nothing is remembered: each call asks anew, and begins after it was asked for.
 *
 * @param ask answers every question; an Error in place of an answer fails that question alone
 */
export function gathered<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<(Answer | Error)[]>,
): (question: Question) => Promise<Answer> {
  // The answers are for several subjects: none of them shall wait in the line of the first.
  const loader = new DataLoader((questions: readonly Question[]) => actForService(() => ask(questions)), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    // After every socket that is readable now was read: requests that arrived together go together.
    batchScheduleFn: setImmediate,
  });
  return (question) => loader.load(question);
}
