import type { OpenDisputeFactsFragment } from '../../generated/operations.ts';
import styles from './disputes.module.css';

type Asked = Pick<OpenDisputeFactsFragment, 'question' | 'answer'>;

/** Returns whether the branch was asked about a dispute and has not answered. */
export function waitsForAnswer({ question, answer }: Asked): boolean {
  return question !== null && answer === null;
}

/** Shows what was asked about a dispute, and the answer. */
export function QuestionOf({ question, answer }: Asked) {
  if (question === null) return null;
  return (
    <span className={styles.question}>
      <span>Question: {question}</span>
      <span>{answer === null ? 'No answer yet' : `Answer: ${answer}`}</span>
    </span>
  );
}
