import type { Shares } from '@provender/fair-pool';

/**
 * How accounts and addresses share the connections. Each connection in use has a statement that competes with
 * others in the database, and a result that occupies the event loop.
 */
export const SHARES: Shares = {
  alone: 0.5,
  crowded: 0.15,
  reserved: 0.2,
  heavy: { share: 2, total: 4 },
  maxWaiting: 1_000,
  // Shorter than the timeouts of statements and operations, so that the error reports this wait.
  maxWaitMs: 7_000,
};
