import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { recordIdOf } from '../../../core/noun/record-id.ts';
import type { ImportRef } from './import-jobs.ts';

interface KeptFile extends ImportRef {
  bytes: number;
  fileName: string | null;
}

/**
 * Returns which file an earlier preview kept.
 *
 * @throws AppError `not_found` on from, also for a preview of another kind
 */
export async function findKeptFile(context: Context, kind: ImportKind, from: string): Promise<KeptFile> {
  const [accountId, id] = [accountOf(context), recordIdOf(from)];
  const [kept] = await context.db.$queryRaw<Pick<KeptFile, 'bytes' | 'fileName'>[]>`
    SELECT octet_length(file) AS bytes, file_name AS "fileName" FROM imports
    WHERE account_id = ${accountId} AND id = ${id} /* guard: kept-file-kind */ AND kind = ${kind}`;
  if (!kept) throw notFound('import', 'from');
  return { accountId, id, ...kept };
}
