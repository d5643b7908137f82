import { type Context, callerOf } from '../../../core/context.ts';
import { type ImportChange, MAX_PREVIEW_CHANGES } from '../columns/import-check.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { MAX_LISTED_REFUSALS } from '../../limits.ts';
import { readOptionsOf } from '../columns/import-mappings.ts';
import type { ImportColumn } from '../columns/map-columns.ts';
import { readImport, type ReadImport } from './read-import.ts';
import type { ImportChoices, ImportProblem, ReadAs } from '../columns/read-options.ts';
import { type BatchTime, type ImportCounts, type ImportOutcome, rehearseBatches } from './run-batches.ts';
import { storeImport } from './store-import.ts';

interface PreviewInput {
  kind: ImportKind;
  file: Uint8Array;
  /** The name of the file. */
  fileName?: string | undefined;
  choices: ImportChoices;
}

/** A file that was read, and the expected result of importing it. */
export interface FilePreview extends PreviewInput {
  read: ReadImport;
  outcome: ImportOutcome;
}

/** An import with its preview. */
export interface PreviewedImport {
  id: bigint;
  kind: ImportKind;
  status: 'previewed';
  file_name: string | null;
  counts: ImportCounts;
  columns: ImportColumn[];
  /** The columns with values but without a field. */
  ignored: string[];
  /** The format in which the file was read. */
  read: ReadAs;
  /** The sheets that can be read. */
  sheets: string[];
  /** The problems to solve by a choice or an assignment before the import can be started. */
  problems: ImportProblem[];
  /** The first records as they would be written. */
  sample: object[];
  changes: ImportChange[];
  /** The notes on values whose meaning differs from their text. */
  notes: string[];
  refusals: ImportOutcome['refusals'];
  total: number;
}

/**
 * Reads a file and determines the result of importing it. Leaves nothing.
 *
 * @throws AppError `validation_error` on `file` or a choice
 */
export async function previewFile(
  context: Context,
  { kind, file, fileName, choices }: PreviewInput,
  inTime?: BatchTime,
): Promise<FilePreview> {
  const options = await readOptionsOf(context, kind, choices);
  const read = await readImport(`account:${callerOf(context).accountId}`, file, options);
  const outcome = await rehearseBatches(context, read, inTime);
  return { kind, file, fileName, choices, read, outcome };
}

/**
 * Stores a file with its preview.
 *
 * @throws AppError `quota_exceeded`
 */
export async function storePreview(context: Context, preview: FilePreview): Promise<PreviewedImport> {
  const { kind, fileName, read, outcome } = preview;
  const { columns, total, ignored, sheets, sample } = read;
  const { refusals, problems, changes, notes, ...counts } = outcome;
  const id = await storeImport(context, preview);
  return {
    id,
    kind,
    status: 'previewed',
    file_name: fileName ?? null,
    counts,
    columns,
    ignored,
    read: read.read,
    sheets,
    problems,
    sample,
    changes: changes.slice(0, MAX_PREVIEW_CHANGES),
    notes,
    refusals: refusals.slice(0, MAX_LISTED_REFUSALS),
    total,
  };
}
