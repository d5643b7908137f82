import type { Notice } from './read-notices.ts';

/** The progress of a withdrawal. */
export interface ProgressCounts {
  branches: number;
  told: number;
  acknowledged: number;
  delivered: number;
  accountedFor: number;
}

/** Adds up the notices of a withdrawal. A branch without any of the goods counts only if it was notified. */
export function progressOf(notices: readonly Notice[]): ProgressCounts {
  return {
    branches: notices.filter((notice) => notice.closedReason === null || isTold(notice)).length,
    told: notices.filter(isTold).length,
    acknowledged: notices.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
    delivered: sumOf(notices.map(({ quantity }) => quantity)),
    // A surplus at one branch does not make up for another branch.
    accountedFor: sumOf(notices.map(({ found, quantity }) => Math.min(found ?? 0, quantity))),
  };
}

function isTold({ toldAt, acknowledgedAt }: Notice): boolean {
  return (toldAt ?? acknowledgedAt) !== null;
}

function sumOf(quantities: number[]): number {
  return quantities.reduce((sum, quantity) => sum + quantity, 0);
}
