import { type AppError, fault } from '../errors.ts';

/** Returns the error for a wrong current password. */
export function wrongPassword(): AppError {
  return fault('validation_error', 'Current password is incorrect', 'currentPassword');
}
