import type { Shares } from '@provender/fair-pool';

/**
 * How accounts and addresses share the connections. Each connection in use is a statement that competes in
 * the database, and a result that others wait for in the event loop.
 */
export const SHARES: Shares = {
  alone: 0.5,
  crowded: 0.15,
  reserved: 0.2,
  heavy: { share: 2, total: 4 },
  maxWaiting: 1_000,
  // Shorter than the timeout of a statement or operation, so that the wait is reported as such.
  maxWaitMs: 7_000,
};
