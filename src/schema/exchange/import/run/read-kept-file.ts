import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { accountOf, type Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { recordIdOf } from '../../../core/noun/record-id.ts';
import { readStoredFile } from './read-stored-file.ts';

interface KeptFile {
  file: Uint8Array;
  fileName: string | undefined;
}

/**
 * Returns the file of an earlier preview, to be read again.
 *
 * @throws AppError `not_found` on from, also for a preview of another kind
 */
export async function readKeptFile(context: Context, kind: ImportKind, from: string): Promise<KeptFile> {
  const [accountId, id] = [accountOf(context), recordIdOf(from)];
  const [kept] = await context.db.$queryRaw<{ bytes: number; fileName: string | null }[]>`
    SELECT octet_length(file) AS bytes, file_name AS "fileName" FROM imports
    WHERE id = ${id} /* guard: kept-file-account */ AND account_id = ${accountId} /* end */
      /* guard: kept-file-kind */ AND kind = ${kind}`;
  if (!kept) throw notFound('import', 'from');
  const file = await readStoredFile(context.db, { accountId, id }, kept.bytes);
  return { file, fileName: kept.fileName ?? undefined };
}
