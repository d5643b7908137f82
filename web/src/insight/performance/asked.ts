import { daysOf } from '../dashboard/query-variables.ts';
import type { Range } from '../dashboard/range.ts';

/** The range and the filter of the page. */
export interface Asked {
  range: Range;
  /** The id of the supermarket; empty for all supermarkets. */
  supermarketId: string;
}

/** Returns the variables that all queries of the page have. */
export function variablesOf({ range, supermarketId }: Asked) {
  return { ...daysOf(range), filter: supermarketId ? { supermarketId } : {} };
}
