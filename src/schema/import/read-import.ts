import { FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { runBounded } from '../../spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../spreadsheet/unreadable-file.ts';
import { AppError, type Fault, fault } from '../errors.ts';
import type { FileSummary, ReadOptions } from './read-file.ts';

/** How long a file waits for the others that are being read. */
const WAIT_S = 4;

/** Each account reads one file at a time in a process, and two accounts at most, because each takes memory. */
const reading = new FairQueue({
  name: 'files read',
  share: 1,
  total: 2,
  maxWaiting: 20,
  maxWaitMs: WAIT_S * 1_000,
});

const BATCH_START = '['.codePointAt(0);

/** The error for a file that was not read, because too many others are. */
export class ImportsBusy extends AppError {
  constructor() {
    super(
      ...(fault('rate_limited', 'Other files are being read. Send this one again in some seconds').faults as [
        Fault,
      ]),
    );
    this.extensions.retryAfter = WAIT_S;
  }
}

/** A file whose rows have become records. */
export interface ReadImport extends ReadOptions, FileSummary {
  /** The records that are not refused, as JSON for `itemsOf`: as objects they would take much more memory. */
  batches: readonly Buffer[];
}

/**
 * Reads a file in a process with bounded memory and time, which validates what the file alone shows.
 *
 * @param subject whose turn it is to read a file
 * @throws AppError `validation_error` on `file` or the name of an option; {@link ImportsBusy}
 */
export async function readImport(
  subject: string,
  file: Uint8Array,
  options: ReadOptions,
): Promise<ReadImport> {
  await enter(subject);
  try {
    return { ...options, ...(await readBatches(file, options)) };
  } catch (error) {
    throw error instanceof UnreadableFile ? fault('validation_error', error.message, 'file') : error;
  } finally {
    reading.leave(subject);
  }
}

async function readBatches(file: Uint8Array, options: ReadOptions) {
  const batches: Buffer[] = [];
  let summary: FileSummary | undefined;
  for await (const line of runBounded('schema/import/reading-process.ts', file, options)) {
    if (line[0] === BATCH_START) {
      batches.push(line);
      continue;
    }
    const result = JSON.parse(line.toString()) as Result;
    if ('unreadable' in result) throw new UnreadableFile(result.unreadable);
    if ('faults' in result) throw new AppError(...result.faults);
    summary = result.summary;
  }
  if (!summary) throw new Error('reading a file ended without a result');
  return { ...summary, batches };
}

type Result =
  | { summary: FileSummary }
  | { unreadable: string }
  | { faults: ConstructorParameters<typeof AppError> };

async function enter(subject: string): Promise<void> {
  try {
    await reading.enter(subject);
  } catch (error) {
    throw error instanceof ShareError ? new ImportsBusy() : error;
  }
}
