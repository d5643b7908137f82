import { z } from 'zod';
import { inTransaction } from '../../../database/connect.ts';
import { inBits } from '../../core/noun/weekdays.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { given } from '../../core/noun/given.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { BRANCH_FIELDS } from './fields.ts';
import { lockSupermarketOf } from './lock-supermarket.ts';

const UpdateBranch = given(z.strictObject(rulesToChange(BRANCH_FIELDS)), BRANCH_FIELDS);

/**
 * Changes the fields of the input. The branch must belong to `supermarket`, if that is set.
 *
 * @throws AppError `validation_error`, `not_found`, `precondition_failed`
 */
export async function updateBranch(
  context: Context,
  id: string,
  input: unknown,
  only: { supermarketId?: string | null | undefined; ifMatch?: string | null | undefined } = {},
): Promise<bigint> {
  const record = recordIdOf(id);
  const { supermarketId, ifMatch } = only;
  const place = supermarketId == null ? {} : { supermarketId: recordIdOf(supermarketId) };
  const accountId = accountOf(context);
  const data = inBits(valid(UpdateBranch, input));
  const { count } = await withReference(context, 'Branch', data.reference, () =>
    inTransaction(context.db, async (tx) => {
      await lockSupermarketOf(tx, accountId, record);
      return ifVersion({ ...context, db: tx }, 'Branch', record, ifMatch, ({ db }) =>
        db.branch.updateMany({ where: { accountId, id: record, ...place }, data }),
      );
    }),
  );
  if (count === 0) throw notFound('branch');
  return record;
}
