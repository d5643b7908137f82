import { FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { MAX_SMALL_BYTES } from '../../spreadsheet/limits.ts';
import { runBounded, TooLarge } from '../../spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../spreadsheet/unreadable-file.ts';
import { AppError, type Fault, fault } from '../errors.ts';
import type { FileSummary } from './read-file.ts';
import type { ReadOptions } from './read-options.ts';

/** How long a file waits for the others that are being read. */
const WAIT_S = 4;

/** Each account reads one file at a time in a process, and two accounts at most, because each takes memory. */
const WAIT = { share: 1, maxWaiting: 20, maxWaitMs: WAIT_S * 1_000 };
const reading = new FairQueue({ name: 'files read', total: 2, ...WAIT });
/** One of the two may be large. It waits here, so that small ones do not wait for it. */
const readingLarge = new FairQueue({ name: 'large files read', total: 1, ...WAIT });

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
  try {
    return { ...options, ...(await readBySize(subject, file, options)) };
  } catch (error) {
    if (error instanceof ShareError) throw new ImportsBusy();
    throw error instanceof UnreadableFile ? fault('validation_error', error.message, 'file') : error;
  }
}

async function readBySize(subject: string, file: Uint8Array, options: ReadOptions) {
  if (file.length <= MAX_SMALL_BYTES) {
    try {
      return await inPlace(reading, subject, () => readBatches(file, options, 'small'));
    } catch (error) {
      // What is packed in it may be large.
      if (!(error instanceof TooLarge && error.isMemory)) throw error;
    }
  }
  const read = () => readBatches(file, options, 'large');
  return inPlace(readingLarge, subject, () => inPlace(reading, subject, read));
}

async function inPlace<T>(places: FairQueue, subject: string, work: () => Promise<T>): Promise<T> {
  await places.enter(subject);
  try {
    return await work();
  } finally {
    places.leave(subject);
  }
}

async function readBatches(file: Uint8Array, options: ReadOptions, memory: 'small' | 'large') {
  const batches: Buffer[] = [];
  let summary: FileSummary | undefined;
  for await (const line of runBounded('schema/import/reading-process.ts', file, options, memory)) {
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
