import { z } from 'zod';
import { type Db, inTransaction } from '../../../database/connect.ts';
import { isDuplicate } from '../../../database/duplicate.ts';
import type { PrismaClient } from '../../../generated/prisma/client.ts';
import { claimEmail } from '../cell/claim-email.ts';
import { type Directory, emailTaken } from '../cell/directory.ts';
import { email, text } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { hashPassword, newPassword } from './password.ts';
import { type Plan, PLANS } from '../../core/caller/plans.ts';

const CreateAccount = z.strictObject({
  email: email.transform((value) => value.toLowerCase()),
  password: newPassword,
  name: text().nullish(),
  plan: z.enum(PLANS, `must be one of ${PLANS.join(', ')}`).nullish(),
});

/** An account as operators see it. */
export interface AccountSummary {
  id: bigint;
  email: string;
  name: string;
  plan: Plan;
}

/** A stored account, with its owner. */
export interface StoredAccount extends AccountSummary {
  ownerId: bigint;
}

/** A validated account, ready to be stored. */
export interface PreparedAccount extends Omit<AccountSummary, 'id'> {
  passwordHash: string;
}

/**
 * Creates an account. The plan defaults to Free, the name to the e-mail address. It must not run in a
 * transaction, because hashing is slow.
 *
 * @throws AppError `validation_error`, also when the e-mail is taken; `service_unavailable`
 */
export async function createAccount(
  db: PrismaClient,
  input: unknown,
  directory?: Directory,
): Promise<AccountSummary> {
  const { ownerId: _, ...account } = await storeAccount(db, await prepareAccount(input), directory);
  return account;
}

/**
 * Validates an account and hashes its password. @throws AppError `validation_error`, `service_unavailable`
 */
export async function prepareAccount(input: unknown): Promise<PreparedAccount> {
  const { email, password, name, plan } = valid(CreateAccount, input);
  return { email, name: name ?? email, plan: plan ?? 'free', passwordHash: await hashPassword(password) };
}

/**
 * Stores a prepared account with its owner, after claiming the e-mail.
 *
 * @throws AppError `validation_error` when the e-mail is taken
 */
export async function storeAccount(
  db: Db,
  prepared: PreparedAccount,
  directory: Directory | undefined,
): Promise<StoredAccount> {
  const { email, name, plan, passwordHash } = prepared;
  try {
    return await inTransaction(db, async (tx) => {
      await claimEmail(tx, directory, email);
      const { id } = await tx.account.create({ data: { email, name, plan }, select: { id: true } });
      const owner = await tx.person.create({
        data: { accountId: id, email, name: email, role: 'owner', passwordHash },
        select: { id: true },
      });
      return { id, email, name, plan, ownerId: owner.id };
    });
  } catch (error) {
    if (isDuplicate(error)) throw emailTaken();
    throw error;
  }
}
