import { isDeepStrictEqual } from 'node:util';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import type { Context } from '../../core/context.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { acknowledgeNotice } from './acknowledge-notice.ts';
import { answerDetails, storedNotice } from './audit-notice.ts';
import { noticeIdOf, type NoticeRef } from './notice-id.ts';

/**
 * Records the response of a branch by a link, with an audit entry, unless it is the same as before.
 *
 * @throws AppError as {@link acknowledgeNotice}
 */
export async function answerByLink(context: Context, ref: NoticeRef, input: unknown): Promise<void> {
  await inOneTransaction(context, async (inside) => {
    const before = await storedNotice(inside, ref);
    const notice = await acknowledgeNotice(inside, noticeIdOf(ref), input);
    if (isDeepStrictEqual(before, await storedNotice(inside, ref))) return;
    await leaveEntry(inside, { action: 'withdrawal.acknowledged', details: answerDetails(notice) });
  });
}
