import { accountOf, callerOf, type Context } from '../../../core/context.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import type { Remembered } from './map-columns.ts';
import type { ImportChoices, ReadOptions } from './read-options.ts';

/** The maximum number of remembered columns per account and kind of file: the latest. */
const MAX_REMEMBERED = 1_000;

/**
 * Returns the options for reading a file: the sender's choices and, for a person, earlier assignments of
 * columns. Assignments by people do not apply to files from programs.
 */
export async function readOptionsOf(
  context: Context,
  kind: ImportKind,
  choices: ImportChoices,
): Promise<ReadOptions> {
  const { currency } = await context.db.account.findUniqueOrThrow({
    where: { id: accountOf(context) },
    select: { currency: true },
  });
  const remembered = isPerson(context) ? await rememberedBy(context, kind) : {};
  return { kind, choices, currency, remembered };
}

async function rememberedBy(context: Context, kind: ImportKind): Promise<Remembered> {
  const mappings = await context.db.importMapping.findMany({
    where: { accountId: accountOf(context), kind },
    orderBy: { usedAt: 'desc' },
    take: MAX_REMEMBERED,
    select: { headerKey: true, fields: true },
  });
  return Object.fromEntries(
    mappings.map(({ headerKey, fields }) => [headerKey, JSON.parse(fields) as string[]]),
  );
}

function isPerson(context: Context): boolean {
  return callerOf(context).sessionId !== undefined;
}

/**
 * Remembers the fields that a person assigned to columns. Forgets those of null, and the oldest beyond the
 * maximum.
 */
export async function rememberColumns(
  context: Context,
  kind: ImportKind,
  assigned: Readonly<Record<string, readonly string[] | null>>,
): Promise<void> {
  const keys = Object.keys(assigned);
  if (keys.length === 0 || !isPerson(context)) return;
  const { db } = context;
  const accountId = accountOf(context);
  const kept = Object.entries(assigned).filter(([, fields]) => fields !== null);
  await db.$executeRaw`
    DELETE FROM import_mappings
    WHERE account_id = ${accountId} AND kind = ${kind} AND header_key = ANY(${keys}::text[])`;
  await db.$executeRaw`
    INSERT INTO import_mappings (account_id, kind, header_key, fields)
    SELECT ${accountId}, ${kind}, key, fields
    FROM unnest(${kept.map(([key]) => key)}::text[], ${kept.map(([, fields]) => JSON.stringify(fields))}::text[])
      AS given (key, fields)`;
  await db.$executeRaw`
    DELETE FROM import_mappings WHERE account_id = ${accountId} AND kind = ${kind} AND header_key IN (
      SELECT header_key FROM import_mappings WHERE account_id = ${accountId} AND kind = ${kind}
      ORDER BY used_at DESC, header_key OFFSET ${MAX_REMEMBERED})`;
}
