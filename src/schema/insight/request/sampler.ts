/** The maximum number of requests per account and second in a sample of a process. */
export const SAMPLED_PER_SECOND = 10;

/**
 * Returns a function that returns true for the first requests of an account in each second. It stores only
 * the accounts of the current second.
 */
export function createSampler(now: () => number = Date.now): (accountId: bigint) => boolean {
  let second = 0;
  let counts = new Map<bigint, number>();
  return (accountId) => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) [second, counts] = [current, new Map()];
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    return count <= SAMPLED_PER_SECOND;
  };
}
