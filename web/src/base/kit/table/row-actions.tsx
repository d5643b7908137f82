import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** The buttons of a row, which wrap where the table has no room. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
