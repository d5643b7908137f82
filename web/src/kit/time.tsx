import { dateTime, relativeTime } from './format.ts';

/** A moment: how long ago, and exactly to who points at it. */
export function Time({ value, isExact = false }: { value: string; isExact?: boolean }) {
  return (
    <time dateTime={value} title={dateTime(value)}>
      {isExact ? dateTime(value) : relativeTime(value)}
    </time>
  );
}
