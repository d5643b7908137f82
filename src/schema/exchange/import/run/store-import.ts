import type { Db } from '../../../../database/connect.ts';
import type { Plan } from '../../../core/caller/plans.ts';
import { callerOf, type Context } from '../../../core/context.ts';
import { fault } from '../../../core/errors.ts';
import { inOneTransaction } from '../../../core/write/in-one-transaction.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { IMPORT_LIMITS } from '../../limits.ts';
import { MAX_STORED_CHANGES } from '../columns/import-check.ts';
import { rememberColumns } from '../columns/import-mappings.ts';
import type { ReadImport } from './read-import.ts';
import type { ImportChoices } from '../columns/read-options.ts';
import type { ImportOutcome } from './run-batches.ts';

interface NewImport {
  kind: ImportKind;
  file: Uint8Array;
  fileName?: string | undefined;
  choices: ImportChoices;
  read: ReadImport;
  outcome: ImportOutcome;
}

/**
 * Stores a file and its preview, and returns the id.
 *
 * @throws AppError `quota_exceeded` if the account has sent too many files in an hour, or stores too much
 */
export async function storeImport(context: Context, input: NewImport): Promise<bigint> {
  const { kind, file, fileName = null, choices, read, outcome } = input;
  const {
    created,
    updated,
    unchanged,
    refused,
    differs = 0,
    revised = 0,
    rows,
    refusals,
    problems,
    changes,
    notes,
  } = outcome;
  const { columns, total, sheets, sample, ignored } = read;
  const preview = JSON.stringify({
    read: read.read,
    sheets,
    sample,
    changes: changes.slice(0, MAX_STORED_CHANGES),
    ignored,
    notes,
  });
  const { accountId, keyId = null } = callerOf(context);
  return inOneTransaction(context, async (inside) => {
    const { db } = inside;
    // Locks the account, so that no other transaction takes the remaining space.
    const [{ plan }] = await db.$queryRaw<[{ plan: Plan }]>`
      SELECT plan FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
    await requireRoom(db, { accountId, plan }, file.length);
    // The file is passed as text: Prisma converts bytes one by one, which would hold up the event loop.
    const base64 = Buffer.from(file.buffer, file.byteOffset, file.length).toString('base64');
    const [{ id }] = await db.$queryRaw<[{ id: bigint }]>`
      INSERT INTO imports (account_id, key_id, kind, status, file, sha256, file_name, choices, columns,
                           preview, problems, refusals, rows, created, updated, unchanged, refused, differs, revised,
                           total)
      SELECT ${accountId}, ${keyId}, ${kind}, 'previewed', file, sha256(file), ${fileName},
             ${JSON.stringify(choices)}, ${JSON.stringify(columns)}, ${preview}, ${JSON.stringify(problems)},
             ${JSON.stringify(refusals)}, ${rows}, ${created}, ${updated}, ${unchanged}, ${refused}, ${differs},
             ${revised}, ${total}
      FROM (SELECT decode(${base64}, 'base64') AS file) AS given
      RETURNING id`;
    // Remembered before the start, because a corrected file is often sent before it.
    await rememberColumns(inside, kind, read.assigned);
    return id;
  });
}

/** Requires space for one more file, before reading it. @throws AppError `quota_exceeded` */
export async function requireImportRoom(context: Context): Promise<void> {
  const { accountId, plan } = callerOf(context);
  await requireRoom(context.db, { accountId, plan }, 1);
}

async function requireRoom(
  db: Db,
  { accountId, plan }: { accountId: bigint; plan: Plan },
  bytes: number,
): Promise<void> {
  const [used] = await db.$queryRaw<[{ recent: number; bytes: number }]>`
    SELECT count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS recent,
           coalesce(sum(octet_length(file)), 0)::float8 AS bytes
    FROM imports WHERE account_id = ${accountId}`;
  const { perHour, storedBytes } = IMPORT_LIMITS[plan];
  const name = plan[0]!.toUpperCase() + plan.slice(1);
  if (used.recent >= perHour)
    throw fault(
      'imports_per_hour',
      `The ${name} plan includes at most ${perHour} imports an hour. Try again later`,
      null,
      { max: perHour },
    );
  if (used.bytes + bytes > storedBytes)
    throw fault(
      'import_storage',
      `The ${name} plan stores at most ${storedBytes / 1_024 ** 2} MiB of imported files, each for 7 days`,
      null,
      { max: storedBytes },
    );
}
