import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/connect.ts';
import { inBits } from '../../core/noun/weekdays.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_BRANCHES } from '../limits.ts';
import { countUp } from './count-up.ts';
import { BRANCH_FIELDS, TOO_MANY_BRANCHES } from './fields.ts';

const AddBranch = z.strictObject(rulesToCreate(BRANCH_FIELDS));

/** Adds a branch to a supermarket. @throws AppError `validation_error`, `not_found`, `quota_exceeded` */
export async function addBranch(context: Context, supermarket: string, input: unknown): Promise<bigint> {
  const branch = inBits(valid(AddBranch, input));
  const accountId = accountOf(context);
  const supermarketId = recordIdOf(supermarket);
  const add = async (tx: Tx) => {
    // The lock makes racing additions count one after the other.
    const locked = await tx.$queryRaw<unknown[]>`
      SELECT FROM supermarkets WHERE account_id = ${accountId} AND id = ${supermarketId}
      FOR NO KEY UPDATE`;
    if (locked.length === 0) throw notFound('supermarket');
    const count = await tx.branch.count({ where: { accountId, supermarketId } });
    if (count >= MAX_BRANCHES)
      throw fault('too_many', `The supermarket ${TOO_MANY_BRANCHES}`, null, { max: MAX_BRANCHES });
    await countUp(tx, context, { supermarkets: 0, branches: 1 });
    return tx.branch.create({ data: { accountId, supermarketId, ...branch }, select: { id: true } });
  };
  const { id } = await withReference(context, 'Branch', branch.reference, () =>
    inTransaction(context.db, add),
  );
  return id;
}
