import { ArrowDown, ArrowUp } from 'lucide-react';
import { classes } from '../../base/kit/layout/classes.ts';
import { day, percentage, shortNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import styles from './delta.module.css';
import type { Range } from './range.ts';

interface DeltaProps {
  now: number;
  before: number;
  range: Range;
  format: (value: number) => string;
  /** Whether a smaller figure is the better one. */
  isLessBetter?: boolean;
}

/** A change by this factor is no percentage that anyone could imagine. */
const MANIFOLD = 10;

/** Shows how a figure changed from what it is compared with, or that there is nothing to compare with. */
export function Delta({ now, before, format, ...rest }: DeltaProps) {
  const { range } = rest;
  if (before === 0) {
    const dates = `${day(range.previousFrom)} to ${day(range.previousTo)}`;
    return <p className={styles.change}>Nothing to compare with from {dates}</p>;
  }
  const change = now / before - 1;
  if (change > MANIFOLD - 1) {
    return (
      <p className={styles.change}>
        {format(now)} instead of {format(before)} in {comparedWith(range)}
      </p>
    );
  }
  return <Change by={change} size={percentage(Math.abs(change))} {...rest} />;
}

/** Shows how a rate changed, in percentage points. */
export function RateDelta({ now, before, range }: Omit<DeltaProps, 'isLessBetter' | 'format'>) {
  const change = now - before;
  return <Change by={change} size={`${shortNumber(Math.abs(change) * 100)} points`} range={range} />;
}

type ChangeProps = Pick<DeltaProps, 'range' | 'isLessBetter'> & { by: number; size: string };

function Change({ by, size, range, isLessBetter = false }: ChangeProps) {
  const other = comparedWith(range);
  if (Math.abs(by) < 0.0005) return <p className={styles.change}>Same as {other}</p>;
  const isMore = by > 0;
  const Arrow = isMore ? ArrowUp : ArrowDown;
  return (
    <p className={styles.change}>
      <strong className={classes(isMore === isLessBetter ? styles.worse : styles.better)}>
        <Arrow size={14} aria-hidden /> {size} {isMore ? 'more' : 'less'}
      </strong>{' '}
      than {other}
    </p>
  );
}

/** Returns the name of the period that a range is compared with. */
export function comparedWith({ compareWith, calendar, length }: Range): string {
  if (compareWith === 'year') return 'the same period last year';
  if (calendar === 'last-month') return 'the month before';
  if (calendar === 'last-quarter') return 'the quarter before';
  return `the previous ${plural(length, 'day')}`;
}
