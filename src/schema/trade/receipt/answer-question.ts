import { z } from 'zod';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { fault, notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { multiLineText } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_QUESTION } from '../limits.ts';
import { lockDelivery } from './lock-delivery.ts';
import type { OpenedLink } from './open-link.ts';

/** The rule of a branch's answer to a question. */
export const AnswerQuestion = z.strictObject({ answer: multiLineText(MAX_QUESTION) });

interface AnsweredQuestion {
  disputeId: string;
  answer: string;
}

/**
 * Records the answer of a branch, by its link, to a question about a dispute. A branch answers once: the same
 * answer sent again changes nothing.
 *
 * @throws AppError `not_found`, `validation_error`, or `invalid_transition` once the dispute is decided or
 * the question answered
 */
export async function answerQuestion(
  context: Context,
  { deliveryId, branchId }: OpenedLink,
  { disputeId, ...input }: AnsweredQuestion,
): Promise<void> {
  const { answer } = valid(AnswerQuestion, input);
  const id = recordIdOf(disputeId);
  await inAuditedTransaction(
    context,
    async (inside) => {
      await lockDelivery(inside, deliveryId);
      const accountId = accountOf(inside);
      const dispute = await inside.db.receiptDispute.findUnique({
        where: { accountId_id: { accountId, id }, /* guard: answer-delivery */ deliveryId },
        select: { status: true, question: true, answer: true, productId: true },
      });
      if (!dispute) throw notFound('question', null, 'this delivery');
      if (dispute.answer === answer) return undefined;
      // guard: answered-twice
      if (dispute.answer !== null) throw fault('question_answered', 'This question was already answered');
      // guard: open-question
      if (dispute.status !== 'open' || dispute.question === null) {
        throw fault('no_open_question', 'The supplier no longer waits for an answer');
      }
      await inside.db.$executeRaw`
        UPDATE receipt_disputes SET answer = ${answer}, answered_at = now()
        WHERE account_id = ${accountId} AND id = ${id}`;
      const product = String(dispute.productId);
      return { delivery: String(deliveryId), branch: String(branchId), product, answer };
    },
    (details) => details && { action: 'receipt.answered', details },
  );
}
