import { Link } from 'wouter';
import type { LastFailureFragment } from '../../generated/operations.ts';
import { sentence } from '../../base/graphql/failure.ts';
import { Due } from '../../base/kit/words/due.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { failureInWords } from './error-in-words.ts';
import { nameOf } from './message-row.ts';

/** How much of a response is shown; the page of the message has the rest. */
const MAX_RESPONSE = 200;

/**
 * Shows the attempt of a webhook that failed last: the response, when it was, and when the next one is due.
 */
export function LastFailure({ of: { id, lastFailure } }: { of: LastFailureFragment & { id: string } }) {
  const attempt = lastFailure?.attempts.findLast(({ error }) => error !== null);
  if (!lastFailure || !attempt) return null;
  return (
    <>
      <p>
        <Link href={`/webhooks/${id}/messages/${lastFailure.id}`}>{nameOf(lastFailure)}</Link>,{' '}
        <Time value={attempt.attemptedAt} isExact />: {failureInWords(attempt)}.{' '}
        {lastFailure.nextAttemptAt !== null && (
          <>
            Next attempt <Due value={lastFailure.nextAttemptAt} />.
          </>
        )}
      </p>
      <Response of={attempt} />
    </>
  );
}

/** Shows the beginning of the body of a response. */
function Response({ of: { responseExcerpt } }: { of: { responseExcerpt: string | null } }) {
  if (!responseExcerpt) return null;
  const isCut = responseExcerpt.length > MAX_RESPONSE;
  return (
    <p className="wraps">
      Response: <code>{responseExcerpt.slice(0, MAX_RESPONSE)}</code>
      {isCut && '…'}
    </p>
  );
}

/** Describes the attempt that failed last in one sentence, for a line; empty without one. */
export function lastFailureInWords({ lastFailure }: LastFailureFragment): string {
  const attempt = lastFailure?.attempts.findLast(({ error }) => error !== null);
  if (!attempt) return '';
  const body = attempt.responseExcerpt?.slice(0, MAX_RESPONSE);
  return `${sentence(failureInWords(attempt))}${body ? ` Response: ${body}` : ''}`;
}
