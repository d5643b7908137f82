import { type FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { currentWork } from '../../../database/current-work.ts';
import type { AppError } from '../../core/errors.ts';

/**
 * Does what starts a process when it is the turn of the account that the work is for.
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
