import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { hashOfLink, newLinkToken } from '../../trade/receipt/link-token.ts';
import { MAX_NOTICE_LINKS, MAX_NOTICE_LINKS_A_DAY, NOTICE_LINK_DAYS } from '../limits.ts';
import { noticeDetails } from './audit-notice.ts';
import type { NoticeRef } from './notice-id.ts';

/** A new link, of which only the hash is stored. */
export interface StoredLink extends NoticeRef {
  token: string;
  expiresAt: Date;
}

/** Returns the address of the page of a link. */
export function urlOf({ settings }: Context, { token }: StoredLink): string {
  return `${settings.publicUrl?.() ?? ''}/r/${token}`;
}

/** Stores a link of a notice; undefined if the notice has had its maximum of the day. */
export async function storeLink(inside: Context, ref: NoticeRef): Promise<StoredLink | undefined> {
  const accountId = accountOf(inside);
  const { withdrawalId, branchId } = ref;
  const token = newLinkToken();
  const [stored] = await inside.db.$queryRaw<{ expiresAt: Date }[]>`
    WITH known AS (
      SELECT token_hash, created_at, row_number() OVER (ORDER BY created_at DESC) AS place FROM notice_links
      WHERE account_id = ${accountId} AND withdrawal_id = ${withdrawalId} AND branch_id = ${branchId}
    ), dropped AS (
      DELETE FROM notice_links WHERE account_id = ${accountId} AND token_hash IN (
        SELECT token_hash FROM known WHERE place >= ${MAX_NOTICE_LINKS} AND created_at <= now() - interval '1 day')
    )
    INSERT INTO notice_links (account_id, token_hash, withdrawal_id, branch_id, expires_at)
    SELECT ${accountId}, ${hashOfLink(token)}, ${withdrawalId}, ${branchId},
           now() + make_interval(days => ${NOTICE_LINK_DAYS}::int)
    WHERE (SELECT count(*) FROM known WHERE created_at > now() - interval '1 day') < ${MAX_NOTICE_LINKS_A_DAY}
    RETURNING expires_at AS "expiresAt"`;
  if (!stored) return undefined;
  await leaveEntry(inside, { action: 'notice_link.created', details: noticeDetails(ref) });
  return { ...ref, token, ...stored };
}
