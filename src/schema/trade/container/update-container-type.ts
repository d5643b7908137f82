import { z } from 'zod';
import { isDuplicate } from '../../../database/duplicate.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { changeInput } from '../../core/noun/change-input.ts';
import { newValues, setFrom } from '../../core/noun/fields-sql.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { inSavepoint } from '../../core/write/in-savepoint.ts';
import { codeTaken } from './create-container-type.ts';
import { CONTAINER_TYPE_FIELDS } from './fields.ts';

const UpdateContainerType = changeInput(
  z.strictObject(rulesToChange(CONTAINER_TYPE_FIELDS)),
  CONTAINER_TYPE_FIELDS,
);

/**
 * Changes the fields of the input, and returns the id of the container type.
 *
 * @throws AppError `validation_error`, also for a code that another type has, or `not_found`
 */
export async function updateContainerType(context: Context, id: string, input: unknown): Promise<bigint> {
  const changes = valid(UpdateContainerType, input);
  const record = recordIdOf(id);
  const change = () => context.db.$queryRaw<unknown[]>`
    WITH after AS (
      SELECT account_id, id, ${newValues(CONTAINER_TYPE_FIELDS, changes)} FROM container_types
      WHERE account_id = ${accountOf(context)} AND id = ${record} FOR NO KEY UPDATE
    )
    UPDATE container_types type SET ${setFrom(CONTAINER_TYPE_FIELDS, 'after')} FROM after
    WHERE type.account_id = after.account_id AND type.id = after.id
    RETURNING true AS updated`;
  try {
    const [updated] = await inSavepoint(context, change);
    if (!updated) throw notFound('container type');
  } catch (error) {
    if (isDuplicate(error)) throw codeTaken();
    throw error;
  }
  return record;
}
