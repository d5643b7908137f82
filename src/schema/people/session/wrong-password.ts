import { type AppError, fault } from '../../core/errors.ts';

/** Returns the error for a wrong current password. */
export function wrongPassword(): AppError {
  return fault('wrong_password', 'Current password is incorrect', 'currentPassword');
}
