import type { Shares } from '@provender/fair-pool';

/**
 * How accounts and addresses share the connections. Each connection of a share is a statement that the
 * others' compete with in the database, and a result that they wait for in the event loop.
 */
export const SHARES: Shares = {
  alone: 0.5,
  crowded: 0.15,
  reserved: 0.2,
  heavy: { share: 2, total: 4 },
  maxWaiting: 1_000,
  // Shorter than a statement or an operation may take, so that the wait ends as what it is.
  maxWaitMs: 8_000,
};
