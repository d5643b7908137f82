import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** The buttons of a row, which wrap only where the rows are blocks. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
