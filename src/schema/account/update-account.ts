import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { given } from '../given.ts';
import { text } from '../rules.ts';
import { valid } from '../valid.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const UpdateAccount = given(
  z.strictObject({
    name: text().nullish(),
    currency: z
      .string('must be a string')
      .trim()
      .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 currency code, such as EUR')
      .nullish(),
  }),
);

/**
 * Changes the name or the currency of the account.
 *
 * @throws AppError `validation_error`
 */
export async function updateAccount(context: Context, input: unknown): Promise<void> {
  const data = valid(UpdateAccount, input);
  await context.db.account.update({ where: { id: accountOf(context) }, data, select: { id: true } });
}
