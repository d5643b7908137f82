import type { Quotas } from '../caller/plans.ts';

/**
 * The meaning of the rows of a file so far for those that follow. A preview rolls back each part of a file
 * before the next one, which then does not find the records of earlier rows.
 */
export interface EarlierRows {
  /** The number of records that the plan still allows. */
  room: Partial<Record<keyof Quotas, number>>;
  /** The references of their branches. */
  branches: Set<string>;
}

/** Returns the state before the first row. */
export function noEarlierRows(): EarlierRows {
  return { room: {}, branches: new Set() };
}

/**
 * Returns how many more records the plan allows after the earlier rows.
 *
 * @param stored how many it allows beside the stored records
 */
export function roomAfter({ room }: EarlierRows, quota: keyof Quotas, stored: number): number {
  return Math.min(stored, room[quota] ?? Infinity);
}
