import { FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { MAX_SMALL_BYTES } from '../../../../spreadsheet/limits.ts';
import { type Fault, AppError, fault } from '../../../core/errors.ts';

/** How long a file waits for others, in seconds; a small one waits longer, in case others are slow. */
const FILE_WAIT_S = 4;
const SMALL_WAIT_S = 10;
/** The maximum number of waiting files of an account. */
const MAX_WAITING_FILES = 20;
const WAIT = { maxWaiting: MAX_WAITING_FILES, maxWaitMs: FILE_WAIT_S * 1_000 };

/** The queues for files in a process. Few files are in work at a time, because each takes memory. */
export const FILE_QUEUES = {
  /** Large files in the memory of this process: received, until they are stored, or read from there again. */
  received: new FairQueue({ name: 'large files received', share: 2, total: 10, ...WAIT }),
  /** Small files that are read, each for some seconds at most. They do not wait for large ones. */
  readSmall: new FairQueue({
    name: 'files read',
    share: 1,
    total: 1,
    ...WAIT,
    maxWaitMs: SMALL_WAIT_S * 1_000,
  }),
  /** Large files that are read. A slow one of an account leaves a slot for other accounts. */
  readLarge: new FairQueue({ name: 'large files read', share: 1, total: 2, ...WAIT }),
};

/** The error for a file that was not read, because too many others are being read. */
export class ImportsBusy extends AppError {
  constructor() {
    super(
      ...(fault('imports_busy', 'Other files are being read. Send this one again in some seconds').faults as [
        Fault,
      ]),
    );
    this.extensions.retryAfter = FILE_WAIT_S;
  }
}

/**
 * Runs work that has a whole file in memory. Small files always have room, because the number of concurrent
 * requests of an account is limited.
 *
 * @throws ImportsBusy if no slot is free in some seconds
 */
export function withFileInMemory<T>(bytes: number, subject: string, work: () => Promise<T>): Promise<T> {
  return bytes <= MAX_SMALL_BYTES
    ? work()
    : /* guard: receiving-place */ withFileSlot('received', subject, work);
}

/**
 * Runs work on a file of a subject in a slot of a queue.
 *
 * @throws ImportsBusy if no slot is free in some seconds
 */
export async function withFileSlot<T>(
  places: keyof typeof FILE_QUEUES,
  subject: string,
  work: () => Promise<T>,
): Promise<T> {
  const queue = FILE_QUEUES[places];
  try {
    await queue.enter(subject);
  } catch (error) {
    throw error instanceof ShareError ? new ImportsBusy() : error;
  }
  try {
    return await work();
  } finally {
    queue.leave(subject);
  }
}
