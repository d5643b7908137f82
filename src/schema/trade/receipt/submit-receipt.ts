import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { moveDelivery } from '../delivery/move-delivery.ts';
import { RETURNABLE } from '../delivery/status.ts';
import { AppError, fault } from '../../core/errors.ts';
import { valid } from '../../core/noun/valid.ts';
import { disputesInWords } from './disputes-in-words.ts';
import { ReceiptInput, type Temperature } from './fields.ts';
import { lockDelivery } from './lock-delivery.ts';
import type { OpenedLink } from './open-link.ts';
import { receivedAt } from './received-at.ts';
import { type DeliveredLine, type Shortfall, shortfallsOf } from './shortfalls.ts';
import { writeReceipt } from './write-receipt.ts';

/**
 * Records the receipt of a branch by its link. Missing goods are disputed until the supplier accepts them.
 * The delivery is completed if the account's setting says so. If it has a receipt already, nothing changes,
 * so the form can be sent again. Writes an audit entry, because another receipt can replace this one.
 *
 * @throws AppError `validation_error`, or `invalid_transition` before dispatch, after cancellation, and for
 * less than an earlier receipt says
 */
export async function submitReceipt(
  context: Context,
  { deliveryId, branchId, completes }: OpenedLink,
  input: unknown,
): Promise<void> {
  const receipt = valid(ReceiptInput, input);
  await inAuditedTransaction(
    context,
    async (inside) => {
      const delivery = await lockDelivery(inside, deliveryId);
      const { status, items } = delivery;
      // guard: submitted-status
      if (!RETURNABLE.includes(status)) {
        throw fault('wrong_status', 'This delivery cannot be confirmed now', 'status', { status });
      }
      const accountId = accountOf(inside);
      const before = await inside.db.receipt.findUnique({
        where: { accountId_deliveryId: { accountId, deliveryId } },
        select: {
          receivedBy: true,
          temperatures: true,
          photos: { select: { id: true } },
          disputes: { select: { productId: true, lot: true, received: true } },
        },
      });
      // guard: repeated-receipt
      if (before) {
        requireSameReceipt(before, receipt, items);
        return undefined;
      }
      const at = receivedAt(receipt.at, delivery);
      const disputes = shortfallsOf(receipt.lines ?? [], items);
      await writeReceipt(inside, deliveryId, receipt, { at, by: 'link' });
      await writeDisputes(inside, deliveryId, disputes);
      if (/* guard: completing-link */ completes && status === 'in_transit')
        await moveDelivery(inside, String(deliveryId), 'completed');
      return {
        delivery: String(deliveryId),
        branch: String(branchId),
        receivedBy: receipt.receivedBy,
        disputes: await disputesInWords(inside, deliveryId, disputes),
      };
    },
    (details) => details && { action: 'receipt.sent', details },
  );
}

interface ConfirmedReceipt {
  receivedBy: string;
  /** The stored list of {@link Temperature}. */
  temperatures: unknown;
  photos: { id: bigint }[];
  disputes: Pick<Shortfall, 'productId' | 'lot' | 'received'>[];
}

/**
 * Requires that a receipt adds nothing to the recorded one: its missing goods, temperatures and photos are
 * all recorded. Somebody else can have confirmed the delivery first, and the branch must not believe that its
 * own receipt was recorded.
 *
 * @throws AppError `invalid_transition`
 */
function requireSameReceipt(
  before: ConfirmedReceipt,
  receipt: ReceiptInput,
  items: readonly DeliveredLine[],
): void {
  const { receivedBy, disputes, photos } = before;
  const measured = before.temperatures as Temperature[];
  const isKnown = ({ productId, lot, received }: Shortfall) =>
    disputes.some((each) => each.productId === productId && each.lot === lot && each.received === received);
  const isMeasured = ({ zone, celsius }: Temperature) =>
    measured.some((each) => each.zone === zone && each.celsius === celsius);
  const isAttached = (photo: bigint) => photos.some(({ id }) => id === photo);
  if (
    // guard: repeated-shortfalls
    missingOrNone(receipt.lines ?? [], items).every(isKnown) &&
    // guard: repeated-temperatures
    (receipt.temperatures ?? []).every(isMeasured) &&
    (receipt.photos ?? []).every(isAttached)
  )
    return;
  const problem = `This delivery was already confirmed by ${receivedBy}, so what you sent was not recorded. Tell the supplier what you found`;
  throw fault('already_confirmed', problem);
}

/**
 * Returns the missing goods of stated lines; none if the lines have changed since and the statement no longer
 * fits.
 */
function missingOrNone(
  lines: Parameters<typeof shortfallsOf>[0],
  items: readonly DeliveredLine[],
): Shortfall[] {
  try {
    return shortfallsOf(lines, items);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

async function writeDisputes(context: Context, deliveryId: bigint, disputes: Shortfall[]): Promise<void> {
  const accountId = accountOf(context);
  await context.db.receiptDispute.createMany({
    data: disputes.map(({ productId, lot, delivered, received, reason }) => ({
      accountId,
      deliveryId,
      productId,
      lot,
      delivered,
      received,
      reason,
    })),
  });
}
