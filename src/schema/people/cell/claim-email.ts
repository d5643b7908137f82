import { type Db, inTransaction, type Tx } from '../../../database/connect.ts';
import { errorAt } from '../../core/errors.ts';
import type { Directory } from './directory.ts';

const LOCK_SEED = 7_768_343;

/**
 * Claims an e-mail for this cell, if there are several, before `tx` gives it to a person. Returns whether the
 * claim is new. A crash afterwards leaves a claim that this cell can repeat, never an account without a
 * claim.
 *
 * @throws AppError `validation_error` if another cell has it
 */
export async function claimEmail(tx: Tx, directory: Directory | undefined, email: string): Promise<boolean> {
  if (!directory) return false;
  await lock(tx, email);
  return directory.claim(email);
}

/**
 * Releases the claim of an e-mail that nobody in this cell has. Returns whether there was a claim. Call it
 * after the transaction that changes e-mails, because it must see its outcome.
 *
 * @throws AppError `validation_error` if an account has the e-mail, or another cell
 */
export function releaseEmail(db: Db, directory: Directory, email: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Whoever gives the e-mail to a person holds the lock until the commit, so the person is visible
    // afterwards.
    await lock(tx, email);
    const [person] = await tx.$queryRaw<object[]>`SELECT FROM people WHERE email = ${email}`;
    if (person) throw errorAt('email', 'email_taken', 'belongs to an account', null);
    const holder = await directory.release(email);
    if (holder === undefined || holder === directory.cell) return holder !== undefined;
    throw errorAt('email', 'email_taken', `is reserved by cell ${holder}. Run the command there`, null);
  });
}

async function lock(tx: Tx, email: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${email}, ${LOCK_SEED}))`;
}
