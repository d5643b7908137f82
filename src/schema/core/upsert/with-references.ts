import { Prisma } from '../../../generated/prisma/client.ts';
import { holdsReference, tableOf } from '../noun/noun-sql.ts';
import type { Referenced } from '../nouns.ts';

interface ReferencesQuery {
  noun: Referenced;
  accountId: bigint;
  references: readonly string[];
  /** The columns to return. */
  columns: Prisma.Sql;
  /** Whether the records are locked, in the order of their references. */
  isLocked?: boolean;
}

/**
 * Returns the query of the records with these references. It looks up one at a time, because statistics lack
 * the rows that the same transaction has written: with `reference = ANY(…)`, each call could read the whole
 * account.
 */
export function withReferences({
  noun,
  accountId,
  references,
  columns,
  isLocked = false,
}: ReferencesQuery): Prisma.Sql {
  const lock = isLocked ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty;
  return Prisma.sql`
    SELECT found.* FROM unnest(${references.toSorted()}::text[]) AS given (reference), LATERAL (
      SELECT ${columns} FROM ${tableOf(noun)} record
      WHERE record.account_id = ${accountId} AND record.reference = given.reference AND ${holdsReference(noun)}
      LIMIT 1 ${lock}
    ) AS found`;
}
