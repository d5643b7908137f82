import type { ReactNode } from 'react';
import styles from './timeline.module.css';
import { Time } from '../words/time.tsx';

export interface Moment {
  name: string;
  what: ReactNode;
  at: string;
  /** The name of who did it, if that is known. */
  by?: string | null;
}

/** Lists what happened to a record, oldest first. */
export function Timeline({ moments }: { moments: Moment[] }) {
  return (
    <ol className={styles.timeline}>
      {moments.map(({ name, what, at, by }) => (
        <li key={name} className={styles.moment}>
          <span>
            {what}
            {by && <span className="wraps"> by {by}</span>}
          </span>
          <span className={styles.at}>
            <Time value={at} isExact />
          </span>
        </li>
      ))}
    </ol>
  );
}
