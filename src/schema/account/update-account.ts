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
      .refine((code) => CURRENCIES.has(code), 'must be a currency by its ISO 4217 code, such as EUR')
      .nullish(),
  }),
);

/** Changes what the account is called, or the currency its amounts are in. @throws AppError `validation_error` */
export async function updateAccount(context: Context, input: unknown): Promise<void> {
  const data = valid(UpdateAccount, input);
  await context.db.account.update({ where: { id: accountOf(context) }, data, select: { id: true } });
}
