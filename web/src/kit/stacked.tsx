import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './stacked.module.css';

interface StackedProps {
  children: ReactNode;
  below: ReactNode;
  /** An additional line on narrow screens, for the content of a hidden column. */
  narrow?: ReactNode;
}

/** Shows two lines in a cell: the main text, and a muted line below it. */
export function Stacked({ children, below, narrow }: StackedProps) {
  return (
    <span className={styles.stacked}>
      <span>{children}</span>
      <span className={styles.below}>{below}</span>
      {narrow && <span className={classes(styles.below, styles.narrow)}>{narrow}</span>}
    </span>
  );
}
