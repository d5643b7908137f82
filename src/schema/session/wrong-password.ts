import { type AppError, fault } from '../errors.ts';

/** Returns the error for a wrong current password. */
export function wrongPassword(): AppError {
  return fault('validation_error', 'current password is incorrect', 'currentPassword');
}
