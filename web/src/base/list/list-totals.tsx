import type { ReactNode } from 'react';
import styles from './list-totals.module.css';

/** Shows beside the title of a list what all records that match its filters add up to. */
export function ListTotals({ children }: { children: ReactNode }) {
  return <span className={styles.totals}>{children}</span>;
}
