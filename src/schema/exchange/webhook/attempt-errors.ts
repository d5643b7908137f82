import { ERROR_CLASSES } from '@provender/guarded-sender';

/** The errors of attempts: the sender's error classes, and secrets that cannot be decrypted. */
export const ATTEMPT_ERRORS = [...ERROR_CLASSES, 'signing_failed'] as const;

export type AttemptError = (typeof ATTEMPT_ERRORS)[number];
