/** How much longer than a statement's timeout a request may take, so that the error reports the statement. */
const DEADLINE_GRACE_MS = 1_500;

/**
 * Waits for `work` of a request, at most as long as the request may wait for the database in total.
 *
 * @throws Error that counts as an outage of the database
 */
export type InTime = <T>(exchange: object, work: Promise<T>) => Promise<T>;

/**
 * Limits how long each request waits for the database: no longer than one statement plus a second and a half.
 * A server that died without closing its connections would otherwise cost a request that much several times.
 */
export function createDeadline(statementTimeoutMs: number): InTime {
  const spentMs = new WeakMap<object, number>();
  return async (exchange, work) => {
    const startedAt = performance.now();
    const spent = spentMs.get(exchange) ?? 0;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(outOfTime()), statementTimeoutMs + DEADLINE_GRACE_MS - spent);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      spentMs.set(exchange, spent + performance.now() - startedAt);
    }
  };
}

function outOfTime(): Error {
  return Object.assign(new Error('the database did not respond in time'), { code: 'ETIMEDOUT' });
}
