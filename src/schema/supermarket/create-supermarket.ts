import { z } from 'zod';
import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { email, text } from '../rules.ts';
import { valid } from '../valid.ts';
import { branchRules, MAX_BRANCHES, TOO_MANY_BRANCHES } from './branch-rules.ts';

const CreateSupermarket = z.strictObject({
  name: text(),
  contactEmail: email,
  branches: z
    .array(z.strictObject(branchRules), 'must be an array')
    .max(MAX_BRANCHES, TOO_MANY_BRANCHES)
    .nullish(),
});

/** Creates a supermarket with its branches, all or nothing. @throws AppError `validation_error` */
export async function createSupermarket(context: Context, input: unknown): Promise<bigint> {
  const { branches, ...supermarket } = valid(CreateSupermarket, input);
  const accountId = accountOf(context);
  return inTransaction(context.db, async (tx) => {
    const { id } = await tx.supermarket.create({ data: { accountId, ...supermarket }, select: { id: true } });
    if (branches?.length) {
      await tx.branch.createMany({
        data: branches.map((branch) => ({ accountId, supermarketId: id, ...branch })),
      });
    }
    return id;
  });
}
