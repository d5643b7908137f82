import type { AuditDetails } from '../../core/audit/write-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { noticeIdOf, type NoticeRef } from './notice-id.ts';
import type { Notice } from './read-notices.ts';

/** Returns what is stored of a notice, to see whether it changed; null if nothing is. */
export function storedNotice(context: Context, { withdrawalId, branchId }: NoticeRef) {
  return context.db.withdrawalNotice.findFirst({
    where: { accountId: accountOf(context), withdrawalId, branchId },
  });
}

/** Returns which notice an entry of the audit log is about. */
export function noticeDetails(notice: NoticeRef): AuditDetails {
  return {
    notice: noticeIdOf(notice),
    withdrawal: String(notice.withdrawalId),
    branch: String(notice.branchId),
  };
}

/** Returns which notice an entry of the audit log is about, and what the branch said. */
export function answerDetails(notice: Notice): AuditDetails {
  const { acknowledgedBy, found, destroyed, held } = notice;
  return { ...noticeDetails(notice), acknowledgedBy, found, destroyed, held };
}
