import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';

/** Deletes a subscription with its messages and their log. @throws AppError `not_found` */
export async function deleteSubscription(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const { count } = await context.db.webhookSubscription.deleteMany({
    where: { accountId: accountOf(context), id: record },
  });
  if (count === 0) throw notFound('this webhook');
  return record;
}
