import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { releaseEmail } from './claim-email.ts';

/**
 * Releases the claim of an e-mail that nobody in the account has any more, so that people of other cells can
 * use it.
 */
export async function releaseUnused(
  { db, settings: { directory }, log }: Context,
  email: string,
): Promise<void> {
  if (!directory) return;
  try {
    await releaseEmail(db, directory, email);
  } catch (error) {
    // A new person of this cell may have the e-mail by now.
    if (error instanceof AppError) return;
    log().warn({ err: error }, 'an e-mail that nobody has stays reserved for this cell');
  }
}
