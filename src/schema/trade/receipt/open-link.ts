import type { Db } from '../../../database/connect.ts';
import type { Plan } from '../../core/caller/plans.ts';
import type { Caller } from '../../core/context.ts';
import { hashOfLink, isLinkToken } from './link-token.ts';

/** The delivery that a valid link is for. */
export interface OpenedLink {
  /** The newest version of the delivery, and the branch that gets it. */
  deliveryId: bigint;
  branchId: bigint;
  /** Whether the delivery was changed after the link was printed. */
  isChanged: boolean;
  /** The caller, who acts for the account without any scope and so can use only the verbs for links. */
  caller: Caller;
  /** The setting `receiptLinkCompletes` of the account. */
  completes: boolean;
}

interface ReceiptLinkRow {
  accountId: bigint;
  deliveryId: bigint;
  branchId: bigint;
  isChanged: boolean;
  plan: Plan;
  timeZone: string;
  completes: boolean;
}

/** Returns the delivery of the link with this token; undefined if it is unknown, expired or revoked. */
export async function openLink(db: Db, token: string): Promise<OpenedLink | undefined> {
  if (!isLinkToken(token)) return undefined;
  const [row] = await db.$queryRaw<ReceiptLinkRow[]>`
    SELECT link.account_id AS "accountId", delivery.id AS "deliveryId", delivery.branch_id AS "branchId",
           plan, time_zone AS "timeZone",
           receipt_link_completes AS completes,
           delivery.first_version_id IS NOT NULL AND link.created_at < delivery.created_at AS "isChanged"
    FROM receipt_links link JOIN accounts account ON account.id = link.account_id
    -- A link can have been created for a version while it was replaced.
    CROSS JOIN LATERAL (
      SELECT coalesce((
        SELECT version.id FROM deliveries printed
        JOIN deliveries version ON version.account_id = printed.account_id
          AND version.first_version_id = coalesce(printed.first_version_id, printed.id)
        WHERE printed.account_id = link.account_id AND printed.id = link.delivery_id
          AND printed.replaced_by_id IS NOT NULL
        ORDER BY version.id DESC LIMIT 1), link.delivery_id) AS id
    ) AS newest
    JOIN deliveries delivery ON delivery.account_id = link.account_id AND delivery.id = newest.id
    WHERE token_hash = ${hashOfLink(token)} AND expires_at > now() AND account.deleted_at IS NULL`;
  if (!row) return undefined;
  const { accountId, plan, timeZone, ...link } = row;
  return { ...link, caller: { accountId, plan, timeZone, scopes: new Set() } };
}
