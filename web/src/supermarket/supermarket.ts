import type { SupermarketPageQuery } from '../generated/operations.ts';

/** A supermarket as its page shows it. */
export type Supermarket = NonNullable<SupermarketPageQuery['supermarket']>;
