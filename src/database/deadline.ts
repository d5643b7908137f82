const TICK_MS = 100;

/**
 * Returns a promise that resolves to false after `ms` milliseconds in which the event loop was running. After a block
 * of several seconds, Node.js runs timers before it reads sockets, so a single timer would expire although the response
 * has arrived. An interval runs only one tick then, and Node.js reads before the next one.
 */
export function startDeadline(ms: number): { over: Promise<false>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<false>();
  let left = Math.ceil(ms / TICK_MS);
  const ticking = setInterval(() => {
    left -= 1;
    if (left === 0) resolve(false);
  }, TICK_MS);
  return { over: promise, stop: () => clearInterval(ticking) };
}
