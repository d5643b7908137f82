import type { OpenDisputeFactsFragment } from '../generated/operations.ts';
import styles from './disputes.module.css';

/** Shows what was asked about a dispute, and the answer. */
export function QuestionOf({ question, answer }: Pick<OpenDisputeFactsFragment, 'question' | 'answer'>) {
  if (question === null) return null;
  return (
    <span className={styles.question}>
      <span>Question: {question}</span>
      <span>{answer === null ? 'No answer yet' : `Answer: ${answer}`}</span>
    </span>
  );
}
