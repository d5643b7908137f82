/** The number of failures after which pauses no longer grow: they have doubled to eight times the first one. */
const LONGEST_AFTER = 4;
/** The end of pauses that follow on each other is at most this many first pauses away. Ten failures take 55. */
export const FARTHEST = 60;

/** Returns how long a subscription's other messages wait after the n-th consecutive failure, in milliseconds. */
export function pauseAfter(consecutiveFailures: number, firstMs: number): number {
  if (consecutiveFailures === 0) return 0;
  return firstMs * 2 ** (Math.min(consecutiveFailures, LONGEST_AFTER) - 1);
}

/** Returns the pauses after the first failures; the last one applies to all further failures. */
export function pausesOf(firstMs: number): number[] {
  return Array.from({ length: LONGEST_AFTER }, (_, at) => pauseAfter(at + 1, firstMs));
}
