import { useEffect, useState } from 'react';
import { dateTime, relativeTime } from './format.ts';

const TICK_MS = 1_000;

/** Shows in how long something is due, second by second; "now" once it is. */
export function Due({ value }: { value: string }) {
  const [now, setNow] = useState(Date.now);
  const isDue = Date.parse(value) <= now;
  useEffect(() => {
    if (isDue) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isDue]);
  return (
    <time dateTime={value} title={dateTime(value)}>
      {isDue ? 'now' : relativeTime(value, now, 0)}
    </time>
  );
}
