import type { Db } from '../../../database/connect.ts';
import type { Plan } from '../../core/caller/plans.ts';
import type { Caller } from '../../core/context.ts';
import { hashOfLink, isLinkToken } from '../../trade/receipt/link-token.ts';
import type { NoticeRef } from './notice-id.ts';

/** The notice that a valid link is for. */
export interface OpenedNotice extends NoticeRef {
  /** The caller, who acts for the account without any scope and so can use only the verbs for links. */
  caller: Caller;
}

interface NoticeLinkRow extends NoticeRef {
  accountId: bigint;
  plan: Plan;
  timeZone: string;
}

/** Returns the notice that the link with this token is for; undefined if it is unknown or expired. */
export async function openNoticeLink(db: Db, token: string): Promise<OpenedNotice | undefined> {
  if (!isLinkToken(token)) return undefined;
  const [row] = await db.$queryRaw<NoticeLinkRow[]>`
    SELECT account_id AS "accountId", withdrawal_id AS "withdrawalId", branch_id AS "branchId", plan,
           time_zone AS "timeZone"
    FROM notice_links link JOIN accounts account ON account.id = link.account_id
    WHERE token_hash = ${hashOfLink(token)} AND expires_at > now() AND account.deleted_at IS NULL`;
  if (!row) return undefined;
  const { accountId, plan, timeZone, ...ref } = row;
  return { ...ref, caller: { accountId, plan, timeZone, scopes: new Set() } };
}
