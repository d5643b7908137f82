import type { SecretOwner } from './secret-box.ts';

/** The rows of a table in which secrets are encrypted. */
export interface SealedRows {
  table: string;
  /** Its primary key with the types of the columns, in the order in which rows are locked. */
  key: Readonly<Record<string, 'bigint' | 'text'>>;
  /** The columns with a secret. They may be NULL. */
  columns: readonly string[];
  /** The SQL condition of rows that can have a secret (default: all have one). */
  holdsSecret?: string;
  /** Whether a row that somebody else has locked is left out, because it is being deleted or replaced. */
  isLeftWhenLocked?: true;
  /** Returns what owns the secrets of a row, by the columns of its key. */
  ownerOf(key: Readonly<Record<string, string>>): SecretOwner;
}
