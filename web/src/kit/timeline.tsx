import type { ReactNode } from 'react';
import styles from './timeline.module.css';
import { Time } from './time.tsx';

interface Moment {
  name: string;
  what: ReactNode;
  at: string;
}

/** What happened to a record, the first first. */
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
