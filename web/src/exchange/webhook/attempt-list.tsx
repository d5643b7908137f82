import type { MessagePageQuery } from '../../generated/operations.ts';
import { sentence } from '../../base/graphql/failure.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Code } from '../../base/kit/layout/code.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Time } from '../../base/kit/words/time.tsx';
import { failureInWords, outcomeInWords } from './error-in-words.ts';
import styles from './attempt-list.module.css';

type Attempt = NonNullable<NonNullable<MessagePageQuery['webhook']>['message']>['attempts'][number];

interface AttemptListProps {
  attempts: readonly Attempt[];
  isPending: boolean;
}

/** Lists the attempts to send a message, newest first. */
export function AttemptList({ attempts, isPending }: AttemptListProps) {
  return (
    <Card title="Attempts" isFlush>
      {attempts.length === 0 && (
        <p className={styles.none}>{isPending ? 'No attempts yet' : 'No attempts were made'}</p>
      )}
      <ol className={styles.attempts} reversed>
        {attempts
          .map((attempt, index) => <AttemptItem key={attempt.attemptedAt} number={index + 1} {...attempt} />)
          .toReversed()}
      </ol>
    </Card>
  );
}

function AttemptItem({ number, ...attempt }: Attempt & { number: number }) {
  const { attemptedAt, error, durationMs, responseExcerpt } = attempt;
  return (
    <li className={styles.attempt}>
      <div className={styles.line}>
        <h3>Attempt {number}</h3>
        <Badge tone={error === null ? 'good' : 'bad'}>{outcomeInWords(attempt)}</Badge>
        <span className={styles.soft}>
          <Time value={attemptedAt} isExact /> · {wholeNumber(durationMs)} ms
        </span>
      </div>
      {error !== null && <p>{sentence(failureInWords(attempt))}</p>}
      {responseExcerpt && <Code text={responseExcerpt} label={`response to attempt ${number}`} />}
    </li>
  );
}
