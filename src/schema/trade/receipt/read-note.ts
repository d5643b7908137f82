import { accountOf, type Context } from '../../core/context.ts';
import type { DeliveryStatus } from '../delivery/status.ts';

/** A delivery on the page of its link: without prices. */
export interface Note {
  id: bigint;
  status: DeliveryStatus;
  supplier: string;
  supermarket: string;
  branch: string;
  deliveryDate: Date;
  reference: string | null;
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
  lots: NoteLot[];
  /** The received quantities that the branch stated, if they were less. */
  disputes: NoteDispute[];
}

export interface NoteLot {
  id: bigint;
  lot: string | null;
  bestBefore: Date | null;
  useBy: Date | null;
  quantity: number;
  returnedQuantity: number;
}

export interface NoteDispute {
  id: bigint;
  lot: string | null;
  delivered: number | null;
  received: number;
  reason: string;
  status: string;
  question: string | null;
  answer: string | null;
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
        reference: true,
        orderNumber: true,
        notes: true,
        supermarket: { select: { name: true } },
        branch: { select: { name: true } },
        items: {
          orderBy: { position: 'asc' },
          select: {
            productId: true,
            name: true,
            quantity: true,
            returnedQuantity: true,
            lots: {
              where: { supersededAt: null },
              orderBy: { id: 'asc' },
              select: {
                id: true,
                lot: true,
                bestBefore: true,
                useBy: true,
                quantity: true,
                returnedQuantity: true,
              },
            },
          },
        },
        receipt: {
          select: {
            receivedAt: true,
            receivedBy: true,
            disputes: {
              orderBy: { id: 'asc' },
              select: {
                id: true,
                productId: true,
                lot: true,
                delivered: true,
                received: true,
                reason: true,
                status: true,
                question: true,
                answer: true,
              },
            },
          },
        },
      },
    }),
    db.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true, timeZone: true } }),
  ]);
  const { supermarket, branch, items, receipt, ...facts } = delivery;
  const disputes = Map.groupBy(receipt?.disputes ?? [], ({ productId }) => productId);
  return {
    ...facts,
    status: facts.status as DeliveryStatus,
    supplier: account.name,
    timeZone: account.timeZone,
    supermarket: supermarket.name,
    branch: branch.name,
    lines: items.map((item) => ({ ...item, disputes: disputes.get(item.productId) ?? [] })),
    receipt: receipt && { receivedAt: receipt.receivedAt, receivedBy: receipt.receivedBy },
  };
}
