import { type AppError, fault } from '../errors.ts';

/** The error of a current password that is wrong. */
export function wrongPassword(): AppError {
  return fault('validation_error', 'current password is incorrect', 'currentPassword');
}
