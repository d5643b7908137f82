import { accountOf, type Context } from '../context.ts';
import type { DeliveryStatus } from '../delivery/status.ts';

/** What the page of a link shows of a delivery: no prices. */
export interface Note {
  id: bigint;
  status: DeliveryStatus;
  supplier: string;
  supermarket: string;
  branch: string;
  deliveryDate: Date;
  orderNumber: string | null;
  notes: string | null;
  timeZone: string;
  lines: NoteLine[];
  receipt: { receivedAt: Date; receivedBy: string } | null;
}

export interface NoteLine {
  productId: bigint;
  name: string;
  quantity: number;
  returnedQuantity: number;
  /** What the branch said that it received, if it was less. */
  dispute: { received: number; reason: string; status: string } | undefined;
}

/** Returns the delivery of a link. */
export async function readNote(context: Context, deliveryId: bigint): Promise<Note> {
  const accountId = accountOf(context);
  const { db } = context;
  const [delivery, account] = await Promise.all([
    db.delivery.findUniqueOrThrow({
      where: { accountId_id: { accountId, id: deliveryId } },
      select: {
        id: true,
        status: true,
        deliveryDate: true,
        orderNumber: true,
        notes: true,
        supermarket: { select: { name: true } },
        branch: { select: { name: true } },
        items: {
          orderBy: { position: 'asc' },
          select: { productId: true, name: true, quantity: true, returnedQuantity: true },
        },
        receipt: {
          select: {
            receivedAt: true,
            receivedBy: true,
            disputes: { select: { productId: true, received: true, reason: true, status: true } },
          },
        },
      },
    }),
    db.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true, timeZone: true } }),
  ]);
  const { supermarket, branch, items, receipt, ...facts } = delivery;
  const disputes = new Map(receipt?.disputes.map((dispute) => [dispute.productId, dispute]));
  return {
    ...facts,
    status: facts.status as DeliveryStatus,
    supplier: account.name,
    timeZone: account.timeZone,
    supermarket: supermarket.name,
    branch: branch.name,
    lines: items.map((item) => ({ ...item, dispute: disputes.get(item.productId) })),
    receipt: receipt && { receivedAt: receipt.receivedAt, receivedBy: receipt.receivedBy },
  };
}
