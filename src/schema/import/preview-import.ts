import { type Context, callerOf } from '../context.ts';
import type { ImportKind } from './import-fields.ts';
import { MAX_REFUSALS } from './import-limits.ts';
import type { ImportColumn } from './map-columns.ts';
import { readImport, type ReadImport } from './read-import.ts';
import { type ImportOutcome, runBatches, type RunOptions } from './run-batches.ts';
import { storeImport } from './store-import.ts';

interface PreviewInput {
  kind: ImportKind;
  file: Uint8Array;
  map?: string | undefined;
}

/** A file that was read, and what importing it would do. */
export interface Preview extends PreviewInput {
  read: ReadImport;
  outcome: ImportOutcome;
}

/** An import as its preview shows it. */
export interface PreviewedImport {
  id: bigint;
  kind: ImportKind;
  status: 'previewed';
  counts: Omit<ImportOutcome, 'refusals'>;
  columns: ImportColumn[];
  refusals: ImportOutcome['refusals'];
  total: number;
}

/**
 * Reads a file and finds out what importing it would do. Writes nothing.
 *
 * @throws AppError `validation_error` on `file` or `map`
 */
export async function previewFile(
  context: Context,
  { file, ...options }: PreviewInput,
  inTime?: RunOptions['inTime'],
): Promise<Preview> {
  const read = await readImport(`account:${callerOf(context).accountId}`, file, options);
  const outcome = await runBatches(context, read, { isCheck: true, ...(inTime && { inTime }) });
  return { ...options, file, read, outcome };
}

/**
 * Stores a file with its preview.
 *
 * @throws AppError `quota_exceeded`
 */
export async function storePreview(
  context: Context,
  { kind, file, map, read, outcome }: Preview,
): Promise<PreviewedImport> {
  const { columns, total } = read;
  const { refusals, ...counts } = outcome;
  const id = await storeImport(context, { kind, file, map: map ?? null, columns, total, preview: outcome });
  return { id, kind, status: 'previewed', counts, columns, refusals: refusals.slice(0, MAX_REFUSALS), total };
}
