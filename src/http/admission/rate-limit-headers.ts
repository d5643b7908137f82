import type { Usage, Verdict } from '../../limits/verdict.ts';
import type { Headers } from '../response/exchange.ts';

/**
 * Returns the three X-RateLimit headers and the two of the IETF draft. A refusal by the burst window reports
 * the end of that window.
 */
export function rateLimitHeaders(usage: Usage, refusedBy: Verdict['refusedBy'] = null): Headers {
  const { hour, minute } = usage;
  const reset = refusedBy === 'minute' ? minute.resetAt : hour.resetAt;
  return {
    'X-RateLimit-Limit': String(hour.limit),
    'X-RateLimit-Remaining': String(hour.remaining),
    'X-RateLimit-Reset': String(Math.ceil(reset / 1_000)),
    'RateLimit-Policy': `"hour";q=${hour.limit};w=3600, "burst";q=${minute.limit};w=60`,
    RateLimit: `"hour";r=${hour.remaining};t=${secondsUntil(hour.resetAt)}, "burst";r=${minute.remaining};t=${secondsUntil(minute.resetAt)}`,
    ...(refusedBy && { 'Retry-After': String(Math.max(1, secondsUntil(reset))) }),
  };
}

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
