import type { ReactNode } from 'react';
import styles from './timeline.module.css';
import { Time } from './time.tsx';

export interface Moment {
  name: string;
  what: ReactNode;
  at: string;
}

/** Lists what happened to a record, oldest first. */
export function Timeline({ moments }: { moments: Moment[] }) {
  return (
    <ol className={styles.timeline}>
      {moments.map(({ name, what, at }) => (
        <li key={name} className={styles.moment}>
          <span>{what}</span>
          <span className={styles.at}>
            <Time value={at} isExact />
          </span>
        </li>
      ))}
    </ol>
  );
}
