import type { Db } from '../../database/connect.ts';
import type { Plan } from '../account/plans.ts';
import type { Caller } from '../context.ts';
import { hashOfLink, isLinkToken } from './link-token.ts';

/** What a valid link is for. */
export interface OpenedLink {
  deliveryId: bigint;
  /** Acts for the account without any scope, so only the verbs for links can be used. */
  caller: Caller;
  /** The setting `receiptLinkCompletes` of the account. */
  completes: boolean;
}

interface Row {
  accountId: bigint;
  deliveryId: bigint;
  plan: Plan;
  timeZone: string;
  completes: boolean;
}

/** Returns what the link with this token is for; undefined if it is unknown, expired or revoked. */
export async function openLink(db: Db, token: string): Promise<OpenedLink | undefined> {
  if (!isLinkToken(token)) return undefined;
  const [row] = await db.$queryRaw<Row[]>`
    SELECT account_id AS "accountId", delivery_id AS "deliveryId", plan, time_zone AS "timeZone",
           receipt_link_completes AS completes
    FROM receipt_links link JOIN accounts account ON account.id = link.account_id
    WHERE token_hash = ${hashOfLink(token)} AND expires_at > now()`;
  if (!row) return undefined;
  const { accountId, deliveryId, plan, timeZone, completes } = row;
  return { deliveryId, caller: { accountId, plan, timeZone, scopes: new Set() }, completes };
}
