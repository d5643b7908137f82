import { z } from 'zod';
import { actorName } from '../../core/audit/by-whom.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type AppError, fault, notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { multiLineText } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_QUESTION } from '../limits.ts';
import { withReceipt } from './with-receipt.ts';

/** The rule of a question about a dispute. */
export const AskAboutDispute = z.strictObject({ question: multiLineText(MAX_QUESTION) });

interface Asked {
  id: string;
  disputeId: string;
  question: string;
}

/**
 * Asks the branch a question about a dispute, which its link shows. Another question replaces it, until it is
 * answered.
 *
 * @throws AppError `not_found`, also on disputeId, `validation_error`, also without a valid link, or
 * `invalid_transition` on disputeId once the dispute is decided or the question answered
 */
export async function askAboutDispute(context: Context, { id, disputeId, ...input }: Asked): Promise<void> {
  const { question } = valid(AskAboutDispute, input);
  const dispute = recordIdOf(disputeId);
  await withReceipt(context, id, async (inside, deliveryId) => {
    const accountId = accountOf(inside);
    if (!(await hasValidLink(inside, deliveryId))) {
      const problem =
        'This delivery has no valid receipt link, so the branch could not read the question. Create a link first, or decide without asking';
      throw fault('no_receipt_link', problem, 'deliveryId');
    }
    const before = await inside.db.receiptDispute.findUnique({
      where: { accountId_id: { accountId, id: dispute }, deliveryId },
      select: { status: true, question: true, answer: true, productId: true },
    });
    if (!before) throw notFound('dispute', 'disputeId', 'the receipt of this delivery');
    const refusal = refusalOf(before);
    if (refusal) throw refusal;
    if (before.question === question) return;
    await inside.db.$executeRaw`
      UPDATE receipt_disputes SET question = ${question}, asked_at = now(), asked_by = ${actorName(inside)}
      WHERE account_id = ${accountId} AND id = ${dispute}`;
    const details = { delivery: String(deliveryId), product: String(before.productId), question };
    await leaveEntry(inside, { action: 'receipt.asked', details });
  });
}

function refusalOf({ status, answer }: { status: string; answer: string | null }): AppError | undefined {
  if (status !== 'open') {
    return fault('dispute_settled', `This dispute was already ${status}`, 'disputeId', { status });
  }
  if (answer !== null) {
    const problem = 'The branch has answered the question about this dispute. Accept or decline it';
    return fault('question_answered', problem, 'disputeId');
  }
  return undefined;
}

/** Returns whether a delivery has a valid link, even one that was printed for an earlier version. */
async function hasValidLink(context: Context, deliveryId: bigint): Promise<boolean> {
  const accountId = accountOf(context);
  const [{ found }] = await context.db.$queryRaw<[{ found: boolean }]>`
    SELECT EXISTS (
      SELECT FROM receipt_links link WHERE account_id = ${accountId} AND expires_at > now() AND delivery_id IN (
        SELECT version.id FROM deliveries delivery
        JOIN deliveries version ON version.account_id = delivery.account_id AND (
          version.id = coalesce(delivery.first_version_id, delivery.id)
          OR version.first_version_id = coalesce(delivery.first_version_id, delivery.id))
        WHERE delivery.account_id = ${accountId} AND delivery.id = ${deliveryId})) AS found`;
  return found;
}
