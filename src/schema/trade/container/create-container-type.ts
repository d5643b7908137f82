import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type AppError, errorAt } from '../../core/errors.ts';
import { columns, values } from '../../core/noun/fields-sql.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { requireQuota } from '../../people/account/quota.ts';
import { CONTAINER_TYPE_FIELDS } from './fields.ts';

const CreateContainerType = z.strictObject(rulesToCreate(CONTAINER_TYPE_FIELDS));

/**
 * Adds a container type, and returns its id.
 *
 * @throws AppError `validation_error`, also for a code that another type has, or `quota_exceeded`
 */
export function createContainerType(context: Context, input: unknown): Promise<bigint> {
  const type = valid(CreateContainerType, input);
  const accountId = accountOf(context);
  return inOneTransaction(context, async ({ db }) => {
    const types = Prisma.sql`SELECT FROM container_types WHERE account_id = ${accountId}`;
    await requireQuota(db, accountId, 'containerTypes', types);
    const [created] = await db.$queryRaw<{ id: bigint }[]>`
      INSERT INTO container_types (account_id, ${columns(CONTAINER_TYPE_FIELDS)})
      VALUES (${accountId}, ${values(CONTAINER_TYPE_FIELDS, type)})
      ON CONFLICT (account_id, code) DO NOTHING
      RETURNING id`;
    if (!created) throw codeTaken();
    return created.id;
  });
}

/** Returns the error for a code that another container type has. */
export function codeTaken(): AppError {
  return errorAt('code', 'code_taken', 'is already used by another container type');
}
