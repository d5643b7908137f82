import { z } from 'zod';
import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { rulesToCreate } from '../fields.ts';
import { valid } from '../valid.ts';
import { countUp } from './count-up.ts';
import { SUPERMARKET_FIELDS } from './fields.ts';

const CreateSupermarket = z.strictObject(rulesToCreate(SUPERMARKET_FIELDS));

/**
 * Creates a supermarket with its branches, all or none, and returns its id.
 *
 * @throws AppError `validation_error`, `quota_exceeded`
 */
export async function createSupermarket(context: Context, input: unknown): Promise<bigint> {
  const { branches, ...supermarket } = valid(CreateSupermarket, input);
  const accountId = accountOf(context);
  return inTransaction(context.db, async (tx) => {
    await countUp(tx, context, { supermarkets: 1, branches: branches?.length ?? 0 });
    const { id } = await tx.supermarket.create({ data: { accountId, ...supermarket }, select: { id: true } });
    if (branches?.length) {
      await tx.branch.createMany({
        data: branches.map((branch) => ({ accountId, supermarketId: id, ...branch })),
      });
    }
    return id;
  });
}
