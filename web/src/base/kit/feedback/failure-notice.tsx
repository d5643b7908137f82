import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../graphql/failure.ts';
import { Button } from '../layout/button.tsx';
import { Notice } from './notice.tsx';
import { plural } from '../words/plural.ts';

/** The codes of requests that would fail again. */
const FINAL = new Set(['validation_error', 'insufficient_scope', 'not_found', 'unauthorized']);

interface FailureNoticeProps {
  failure: Failure;
  retry: () => void;
  /** Whether the page tries again by itself. */
  isReread?: boolean;
}

/** Shows why something could not be loaded. At a rate limit, it counts down and then tries again. */
export function FailureNotice({ failure, retry, isReread = false }: FailureNoticeProps) {
  const { code, message, retryAt } = failure;
  const left = useSecondsUntil(retryAt, retry);
  return (
    <Notice
      tone={retryAt === undefined ? 'bad' : 'warn'}
      actions={
        !FINAL.has(code) && (
          <Button isSmall disabled={left > 0} onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {message} {isReread && left === 0 && 'The page tries again every few seconds.'}
      {left > 0 && <span aria-hidden>{plural(left, 'second')} left.</span>}
    </Notice>
  );
}

/** Returns the seconds until a moment, and calls `then` once when it comes. */
function useSecondsUntil(moment: number | undefined, then: () => void): number {
  const [now, setNow] = useState(Date.now);
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    if (moment === undefined) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < moment) return;
      clearInterval(timer);
      if (document.visibilityState === 'visible') latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1_000));
}
