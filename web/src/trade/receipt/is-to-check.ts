import type { ReceiptSource, ReceiptState } from '../../generated/operations.ts';

/**
 * Returns whether a driver recorded a receipt that somebody has to look at: its delivery is completed
 * already.
 */
export function isToCheck({ state, by }: { state: ReceiptState; by: ReceiptSource }): boolean {
  return state === 'CONFIRMED' && by !== 'LINK';
}
