import type { ReactNode } from 'react';
import { classes } from '../layout/classes.ts';
import styles from './stacked.module.css';

interface StackedProps {
  children: ReactNode;
  below: ReactNode;
  /** An additional line on narrow screens, for the content of a hidden column. */
  narrow?: ReactNode;
  /** Whether wide screens show only the main text, because other columns have the rest. */
  isOnlyNarrow?: boolean;
}

/** Shows two lines in a cell: the main text, and a muted line below it. */
export function Stacked({ children, below, narrow, isOnlyNarrow = false }: StackedProps) {
  return (
    <span className={classes(styles.stacked, isOnlyNarrow && styles.slim)}>
      <span>{children}</span>
      <span className={classes(styles.below, isOnlyNarrow && styles.narrow)}>{below}</span>
      {narrow && <span className={classes(styles.below, styles.narrow)}>{narrow}</span>}
    </span>
  );
}
