import type { Tx } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import type { ImportKind } from '../caller/import-kinds.ts';
import type { ImportColumn } from './map-columns.ts';
import type { ImportChoices, ReadOptions } from './read-options.ts';

/** How many headers of an account and kind are remembered: the latest. */
const MAX_REMEMBERED = 100;

/** Returns how a file of the account is to be read: as its sender chose, and as earlier files were assigned. */
export async function readOptionsOf(
  context: Context,
  kind: ImportKind,
  choices: ImportChoices,
): Promise<ReadOptions> {
  const accountId = accountOf(context);
  const { currency } = await context.db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { currency: true },
  });
  const mappings = await context.db.importMapping.findMany({
    where: { accountId, kind },
    orderBy: { usedAt: 'desc' },
    take: MAX_REMEMBERED,
    select: { headerKey: true, fields: true },
  });
  const remembered = mappings.map(
    ({ headerKey, fields }) => [headerKey, JSON.parse(fields) as object] as const,
  );
  return { kind, choices, currency, remembered: Object.fromEntries(remembered) as ReadOptions['remembered'] };
}

interface Assigned {
  kind: ImportKind;
  headerKey: string;
  columns: readonly ImportColumn[];
}

/** Remembers the assignment of a file that is imported, and forgets the oldest ones beyond the limit. */
export async function rememberMapping(
  tx: Tx,
  accountId: bigint,
  { kind, headerKey, columns }: Assigned,
): Promise<void> {
  const fields = JSON.stringify(Object.fromEntries(columns.map(({ letter, field }) => [letter, field])));
  await tx.$executeRaw`
    INSERT INTO import_mappings (account_id, kind, header_key, fields)
    VALUES (${accountId}, ${kind}, ${headerKey}, ${fields})
    ON CONFLICT (account_id, kind, header_key) DO UPDATE SET fields = excluded.fields, used_at = now()`;
  await tx.$executeRaw`
    DELETE FROM import_mappings WHERE account_id = ${accountId} AND kind = ${kind} AND header_key IN (
      SELECT header_key FROM import_mappings WHERE account_id = ${accountId} AND kind = ${kind}
      ORDER BY used_at DESC, header_key OFFSET ${MAX_REMEMBERED})`;
}
