import type { AuditDetails } from '../../core/audit/write-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { noticeIdOf, type NoticeRef } from './notice-id.ts';
import type { Notice } from './read-notices.ts';

/** Returns the stored state of a notice, to compare it with that after a change; null if there is none. */
export function storedNotice(context: Context, { withdrawalId, branchId }: NoticeRef) {
  return context.db.withdrawalNotice.findFirst({
    where: { accountId: accountOf(context), withdrawalId, branchId },
  });
}

/** Returns the details of a notice for its audit entry. */
export function noticeDetails(notice: NoticeRef): AuditDetails {
  return {
    notice: noticeIdOf(notice),
    withdrawal: String(notice.withdrawalId),
    branch: String(notice.branchId),
  };
}

/** Returns the details of a notice and of the branch's response for the audit entry. */
export function answerDetails(notice: Notice): AuditDetails {
  const { acknowledgedBy, found, destroyed, held } = notice;
  return { ...noticeDetails(notice), acknowledgedBy, found, destroyed, held };
}
