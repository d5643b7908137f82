import type { KeysPageQuery } from '../generated/operations.ts';

/** A key as the list has it. */
export type KeyRow = KeysPageQuery['apiKeys'][number];
