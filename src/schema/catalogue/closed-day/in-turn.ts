import { type FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { currentWork } from '../../../database/current-work.ts';
import type { AppError } from '../../core/errors.ts';

/**
 * Runs `work`, which starts a process, once it is the turn of its account.
 *
 * @throws AppError what `busy` returns, if that takes too long
 */
export async function inTurn<T>(turns: FairQueue, work: () => Promise<T>, busy: () => AppError): Promise<T> {
  const subject = currentWork()?.subject ?? '';
  try {
    await turns.enter(subject);
  } catch (error) {
    throw error instanceof ShareError ? busy() : error;
  }
  try {
    return await work();
  } finally {
    turns.leave(subject);
  }
}
