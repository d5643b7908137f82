import type { ReactNode } from 'react';
import styles from './stacked.module.css';

/** Shows two lines in a cell: the main text, and a muted line below it. */
export function Stacked({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.stacked}>
      <span>{children}</span>
      <span className={styles.below}>{below}</span>
    </span>
  );
}
