import type { NoticeFactsFragment } from '../generated/operations.ts';

/**
 * Returns how many units branches have and did not find. What one branch found and returned, or found too much, makes up
 * for no other.
 */
export function missingUnits(notices: readonly Pick<NoticeFactsFragment, 'quantity' | 'found'>[]): number {
  return notices.reduce((sum, { quantity, found }) => sum + Math.max(0, quantity - (found ?? 0)), 0);
}
