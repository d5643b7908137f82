import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { rulesToChange } from '../fields.ts';
import { given } from '../given.ts';
import { recordIdOf } from '../record-id.ts';
import { withReference } from '../reference-taken.ts';
import { valid } from '../valid.ts';
import { BRANCH_FIELDS } from './fields.ts';

const UpdateBranch = given(z.strictObject(rulesToChange(BRANCH_FIELDS)), BRANCH_FIELDS);

/**
 * Changes the given fields of a branch, of this supermarket if one is given.
 *
 * @throws AppError `validation_error`, `not_found`
 */
export async function updateBranch(
  context: Context,
  id: string,
  input: unknown,
  supermarket?: string | null,
): Promise<bigint> {
  const record = recordIdOf(id);
  const place = supermarket == null ? {} : { supermarketId: recordIdOf(supermarket) };
  const written = context.db.branch.updateMany({
    where: { accountId: accountOf(context), id: record, ...place },
    data: valid(UpdateBranch, input),
  });
  const { count } = await withReference('branch', written);
  if (count === 0) throw notFound('branch');
  return record;
}
