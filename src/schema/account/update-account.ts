import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { given } from '../given.ts';
import { rulesToChange } from '../fields.ts';
import { requireTimeZone } from '../time-zone.ts';
import { valid } from '../valid.ts';
import { ACCOUNT_FIELDS } from './fields.ts';

const UpdateAccount = given(z.strictObject(rulesToChange(ACCOUNT_FIELDS)), ACCOUNT_FIELDS);

/**
 * Changes the given fields of the account.
 *
 * @throws AppError `validation_error`
 */
export async function updateAccount(context: Context, input: unknown): Promise<void> {
  const data = valid(UpdateAccount, input);
  if (data.timeZone !== undefined) await requireTimeZone(context.db, data.timeZone);
  await context.db.account.update({ where: { id: accountOf(context) }, data, select: { id: true } });
}
