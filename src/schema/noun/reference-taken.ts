import { violation } from '../../problems.ts';
import { isDuplicate } from '../../database/duplicate.ts';
import { AppError, faultAt } from '../errors.ts';

/**
 * Waits for a write of one record, whose reference is the only value that another record can have.
 *
 * @throws AppError `validation_error` on `field` if another record has the reference
 */
export async function withReference<T>(noun: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicate(error) ? referenceTaken(noun) : error;
  }
}

/** Returns the error for a reference that another record of the account has. */
export function referenceTaken(noun: string, field = 'reference'): AppError {
  return new AppError(faultAt(field, violation('reference_taken', `is already used by another ${noun}`)));
}
