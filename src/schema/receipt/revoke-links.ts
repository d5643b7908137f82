import { accountOf, byId, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';

/** Ends all links of a delivery. @throws AppError `not_found` */
export async function revokeLinks(context: Context, id: string): Promise<void> {
  const deliveryId = recordIdOf(id);
  const delivery = await context.db.delivery.findUnique({
    ...byId(context, deliveryId),
    select: { id: true },
  });
  if (!delivery) throw notFound('delivery');
  await context.db.receiptLink.deleteMany({ where: { accountId: accountOf(context), deliveryId } });
}
