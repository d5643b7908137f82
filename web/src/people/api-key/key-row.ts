import type { KeysPageQuery } from '../../generated/operations.ts';

/** A key in the list. */
export type KeyRow = KeysPageQuery['apiKeys'][number];
