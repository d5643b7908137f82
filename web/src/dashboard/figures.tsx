import type { ReactNode } from 'react';
import { percentage } from '../kit/format.ts';
import { plural } from '../kit/plural.ts';
import styles from './figures.module.css';
import type { Range } from './range.ts';

/** Shows figures side by side, above their chart. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

/** Describes how a figure changed from what it is compared with; undefined when that is nothing. */
export function changeOf(now: number, before: number, range: Range): string | undefined {
  if (before === 0) return undefined;
  const other = comparedWith(range);
  const change = now / before - 1;
  if (Math.abs(change) < 0.0005) return `Same as ${other}`;
  return `${percentage(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than ${other}`;
}

function comparedWith({ compareWith, calendar, length }: Range): string {
  if (compareWith === 'year') return 'the same period last year';
  if (calendar === 'last-month') return 'the month before';
  if (calendar === 'last-quarter') return 'the quarter before';
  return `the previous ${plural(length, 'day')}`;
}
