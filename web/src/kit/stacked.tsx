import type { ReactNode } from 'react';
import styles from './stacked.module.css';

/** Two lines of a table's cell: what matters, and softly what goes with it. */
export function Stacked({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.stacked}>
      <span>{children}</span>
      <span className={styles.below}>{below}</span>
    </span>
  );
}
