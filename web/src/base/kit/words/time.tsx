import { dateTime, relativeTime } from './format.ts';

/** Shows a relative time, with the exact one as its title. */
export function Time({ value, isExact = false }: { value: string; isExact?: boolean }) {
  return (
    <time dateTime={value} title={dateTime(value)}>
      {isExact ? dateTime(value) : relativeTime(value)}
    </time>
  );
}
