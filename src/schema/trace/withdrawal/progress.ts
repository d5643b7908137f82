import type { Notice } from './read-notices.ts';

/** How far a withdrawal has come. */
export interface ProgressCounts {
  branches: number;
  told: number;
  acknowledged: number;
  delivered: number;
  accountedFor: number;
}

/**
 * Adds up the notices of a withdrawal. A branch that has none of the goods is counted only if it knows of
 * them.
 */
export function progressOf(notices: readonly Notice[]): ProgressCounts {
  return {
    branches: notices.filter((notice) => notice.closedReason === null || isTold(notice)).length,
    told: notices.filter(isTold).length,
    acknowledged: notices.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
    delivered: sumOf(notices.map(({ quantity }) => quantity)),
    // What one branch found too much makes up for no other.
    accountedFor: sumOf(notices.map(({ found, quantity }) => Math.min(found ?? 0, quantity))),
  };
}

function isTold({ toldAt, acknowledgedAt }: Notice): boolean {
  return (toldAt ?? acknowledgedAt) !== null;
}

function sumOf(quantities: number[]): number {
  return quantities.reduce((sum, quantity) => sum + quantity, 0);
}
