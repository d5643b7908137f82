import { z } from 'zod';
import type { Db } from '../../database/connect.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { fault } from '../errors.ts';
import { email, text } from '../rules.ts';
import { valid } from '../valid.ts';
import { hashPassword, newPassword } from './password.ts';
import { type Plan, PLANS } from './plans.ts';

const CreateAccount = z.strictObject({
  email: email.transform((value) => value.toLowerCase()),
  password: newPassword,
  name: text().nullish(),
  plan: z.enum(PLANS, `must be one of ${PLANS.join(', ')}`).nullish(),
});

/** An account as its operator sees it. */
export interface AccountSummary {
  id: bigint;
  email: string;
  name: string;
  plan: Plan;
}

/**
 * Opens an account, on the Free plan unless told otherwise, named by its e-mail unless told.
 * @throws AppError `validation_error`, also when the e-mail is taken
 */
export async function createAccount(db: Db, input: unknown): Promise<AccountSummary> {
  const { email, password, name, plan } = valid(CreateAccount, input);
  const passwordHash = await hashPassword(password);
  const account = { email, name: name ?? email, plan: plan ?? 'free' } as const;
  try {
    const { id } = await db.account.create({ data: { ...account, passwordHash }, select: { id: true } });
    return { id, ...account };
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    if (isTaken) throw fault('validation_error', 'email is already in use', 'email');
    throw error;
  }
}
