import { Prisma } from '../../generated/prisma/client.ts';

interface ReferencesQuery {
  table: 'products' | 'supermarkets' | 'branches' | 'deliveries';
  accountId: bigint;
  references: readonly string[];
  /** The columns to return. */
  columns: Prisma.Sql;
  /** Whether the records are locked, in the order of their references. */
  isLocked?: boolean;
}

/**
 * Returns the query of the records with these references. It looks up one after the other, because the statistics do not
 * know yet what the same transaction has written: with `reference = ANY(…)` each call could read the whole account.
 */
export function withReferences({
  table,
  accountId,
  references,
  columns,
  isLocked = false,
}: ReferencesQuery): Prisma.Sql {
  // A cancelled delivery has given its reference up.
  const holds = table === 'deliveries' ? Prisma.sql`AND record.status <> 'cancelled'` : Prisma.empty;
  const lock = isLocked ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty;
  return Prisma.sql`
    SELECT found.* FROM unnest(${references.toSorted()}::text[]) AS given (reference), LATERAL (
      SELECT ${columns} FROM ${Prisma.raw(table)} record
      WHERE record.account_id = ${accountId} AND record.reference = given.reference ${holds} LIMIT 1 ${lock}
    ) AS found`;
}
