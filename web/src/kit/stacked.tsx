import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './stacked.module.css';

interface StackedProps {
  children: ReactNode;
  below: ReactNode;
  /** A further line on narrow screens, for what another column shows on wide ones. */
  narrow?: ReactNode;
}

/** Two lines of a cell: the main text, and a softer line below it. */
export function Stacked({ children, below, narrow }: StackedProps) {
  return (
    <span className={styles.stacked}>
      <span>{children}</span>
      <span className={styles.below}>{below}</span>
      {narrow && <span className={classes(styles.below, styles.narrow)}>{narrow}</span>}
    </span>
  );
}
