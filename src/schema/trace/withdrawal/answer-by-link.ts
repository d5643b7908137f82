import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import type { Context } from '../../core/context.ts';
import { acknowledgeNotice } from './acknowledge-notice.ts';
import { answerDetails, storedNotice } from './audit-notice.ts';
import { noticeIdOf, type NoticeRef } from './notice-id.ts';

/**
 * Records the response of a branch by a link, with an audit entry, unless it is the same as before.
 *
 * @throws AppError as {@link acknowledgeNotice}
 */
export async function answerByLink(context: Context, ref: NoticeRef, input: unknown): Promise<void> {
  await inAuditedTransaction(
    context,
    (inside) => acknowledgeNotice(inside, noticeIdOf(ref), input),
    (notice) => ({ action: 'withdrawal.acknowledged', details: answerDetails(notice) }),
    (inside) => storedNotice(inside, ref),
  );
}
