import { accountOf, byId, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/** Ends all links of a delivery and of its other versions, which lead to it. @throws AppError `not_found` */
export async function revokeLinks(context: Context, id: string): Promise<void> {
  const deliveryId = recordIdOf(id);
  const delivery = await context.db.delivery.findUnique({
    ...byId(context, deliveryId),
    select: { id: true, firstVersionId: true },
  });
  // guard: revoked-links-delivery
  if (!delivery) throw notFound('delivery');
  const accountId = accountOf(context);
  const first = delivery.firstVersionId ?? deliveryId;
  await context.db.$executeRaw`
    DELETE FROM receipt_links WHERE account_id = ${accountId} AND delivery_id IN (
      SELECT id FROM deliveries WHERE account_id = ${accountId} AND (id = ${first} OR first_version_id = ${first}))`;
}
