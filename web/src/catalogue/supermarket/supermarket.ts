import type { SupermarketPageQuery } from '../../generated/operations.ts';

/** A supermarket on its page. */
export type Supermarket = NonNullable<SupermarketPageQuery['supermarket']>;
