import { type Violation } from '../../../../problems.ts';
import { BOUNDS, MAX_SMALL_BYTES } from '../../../../spreadsheet/limits.ts';
import { runBounded, FileTooLarge, TooBusy } from '../../../../spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../../../spreadsheet/unreadable-file.ts';
import { AppError, type Fault } from '../../../core/errors.ts';
import { inPlace } from '../file/file-places.ts';
import type { FileSummary } from '../file/read-file.ts';
import type { ReadOptions } from '../columns/read-options.ts';

const READING = import.meta.resolve('#reading-process');
const BATCH_START = '['.codePointAt(0);

/** A file that was read, with its records. */
export interface ReadImport extends ReadOptions, FileSummary {
  /** The records without refusals, as JSON for `itemsOf`: objects would take much more memory. */
  batches: readonly Buffer[];
}

/**
 * Reads a file in a process with bounded memory and time, which validates all that does not depend on the
 * account.
 *
 * @param subject the account that the file counts for
 * @throws AppError `validation_error` on `file` or the name of an option; {@link ImportsBusy}; TooBusy
 */
export async function readImport(
  subject: string,
  file: Uint8Array,
  options: ReadOptions,
): Promise<ReadImport> {
  try {
    return { ...options, ...(await readBySize(subject, file, options)) };
  } catch (error) {
    throw error instanceof UnreadableFile ? new AppError(unreadable(error)) : error;
  }
}

function unreadable({ message, found: { problem, values } }: UnreadableFile): Fault {
  return { code: 'validation_error', message, field: 'file', problem, values };
}

async function readBySize(subject: string, file: Uint8Array, options: ReadOptions) {
  if (file.length <= MAX_SMALL_BYTES) {
    try {
      return await inPlace('readSmall', subject, () => readBatches(file, options, 'small'));
    } catch (error) {
      // The file may be large once unpacked.
      if (!(error instanceof FileTooLarge || error instanceof TooBusy)) throw error;
    }
  }
  return inPlace('readLarge', subject, () => readBatches(file, options, 'large'));
}

async function readBatches(file: Uint8Array, options: ReadOptions, size: 'small' | 'large') {
  const batches: Buffer[] = [];
  let summary: FileSummary | undefined;
  for await (const line of runBounded(READING, file, options, BOUNDS[size])) {
    if (line[0] === BATCH_START) {
      batches.push(line);
      continue;
    }
    const result = JSON.parse(line.toString()) as ReadResult;
    if ('unreadable' in result) throw new UnreadableFile(result.unreadable);
    if ('faults' in result) throw new AppError(...result.faults);
    summary = result.summary;
  }
  if (!summary) throw new Error('reading a file ended without a result');
  return { ...summary, batches };
}

type ReadResult =
  | { summary: FileSummary }
  | { unreadable: Violation }
  | { faults: ConstructorParameters<typeof AppError> };
