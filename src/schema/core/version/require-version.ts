import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { fault, notFound } from '../errors.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { tableOf } from '../noun/noun-sql.ts';
import type { Versioned } from '../nouns.ts';
import { type VersionKey, readVersions, type VersionedKind, wordOf } from './read-versions.ts';

/**
 * Runs a change of a record. With `ifMatch`, in one transaction: the record is locked, its version compared,
 * and the record changed. Of several changes with one version, one succeeds.
 *
 * @throws AppError `precondition_failed` on ifMatch if the record has another version, `not_found`
 */
export async function ifVersion<T>(
  context: Context,
  kind: Versioned | 'account',
  id: bigint,
  ifMatch: string | null | undefined,
  change: (inside: Context) => Promise<T>,
): Promise<T> {
  if (ifMatch == null) return change(context);
  return inOneTransaction(context, async (inside) => {
    await inside.db.$queryRaw(lockOf(kind, accountOf(inside), id));
    await requireVersion(inside, kind, id, ifMatch);
    return change(inside);
  });
}

/**
 * Requires that a record, which the transaction has locked, still has the version `ifMatch`.
 *
 * @throws AppError `precondition_failed` on ifMatch, `not_found`
 */
export async function requireVersion(
  context: Context,
  kind: VersionedKind,
  key: VersionKey,
  ifMatch: string | null | undefined,
): Promise<void> {
  if (ifMatch == null) return;
  const [version] = await readVersions(context, kind, [key]);
  if (version === undefined) throw notFound(wordOf(kind));
  requireMatch(version, ifMatch);
}

/**
 * Requires that a locked record has the version `ifMatch`.
 *
 * @param version undefined if the record does not exist
 * @throws AppError `precondition_failed` on ifMatch
 */
export function requireMatch(version: string | undefined, ifMatch: string | null | undefined): void {
  if (ifMatch != null && version !== ifMatch) throw CHANGED;
}

const CHANGED = fault(
  'precondition_failed',
  'The record has changed: ifMatch is not its current version. Read the record again, then send the change with the new version',
  'ifMatch',
);

/** Records that refer to the row can still be written. */
function lockOf(kind: Versioned | 'account', accountId: bigint, id: bigint): Prisma.Sql {
  if (kind === 'account') return Prisma.sql`SELECT FROM accounts WHERE id = ${id} FOR NO KEY UPDATE`;
  return Prisma.sql`SELECT FROM ${tableOf(kind)} WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`;
}
