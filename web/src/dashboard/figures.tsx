import type { ReactNode } from 'react';
import { percentage } from '../kit/format.ts';
import { plural } from '../kit/plural.ts';
import styles from './figures.module.css';

/** Shows figures side by side, above their chart. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

/** Describes how a figure changed since the previous period; undefined when there is nothing to compare with. */
export function changeOf(now: number, before: number, length: number): string | undefined {
  if (before === 0) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < 0.0005) return `Same as the previous ${plural(length, 'day')}`;
  return `${percentage(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than the previous ${plural(length, 'day')}`;
}
