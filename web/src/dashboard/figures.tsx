import type { ReactNode } from 'react';
import { percentage } from '../kit/format.ts';
import styles from './figures.module.css';

/** Figures beside each other, above the chart of how they came about. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

/** How a figure differs from that of the time before, in words; undefined when there is nothing to compare with. */
export function changeOf(now: number, before: number, length: number): string | undefined {
  if (before === 0) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < 0.0005) return `as the ${length} days before`;
  return `${percentage(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than the ${length} days before`;
}
