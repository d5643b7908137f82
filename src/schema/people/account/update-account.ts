import { z } from 'zod';
import { inBits } from '../../core/noun/weekdays.ts';
import { requireHolidayCode } from '../../core/noun/holiday-code.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { given } from '../../core/noun/given.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { requireTimeZone } from './time-zone.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { ACCOUNT_FIELDS } from './fields.ts';

const UpdateAccount = given(z.strictObject(rulesToChange(ACCOUNT_FIELDS)), ACCOUNT_FIELDS);

/** Changes the fields of the input. @throws AppError `validation_error`, `precondition_failed` */
export async function updateAccount(
  context: Context,
  input: unknown,
  ifMatch?: string | null,
): Promise<void> {
  const data = valid(UpdateAccount, input);
  if (data.timeZone !== undefined) await requireTimeZone(context.db, data.timeZone);
  if (data.publicHolidays != null) requireHolidayCode(data.publicHolidays);
  const id = accountOf(context);
  await ifVersion(context, 'account', id, ifMatch, ({ db }) =>
    db.account.update({ where: { id }, data: inBits(data), select: { id: true } }),
  );
}
