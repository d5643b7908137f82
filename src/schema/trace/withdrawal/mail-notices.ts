import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '../../../generated/prisma/client.ts';
import { actorOf } from '../../core/audit/by-whom.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { type Mailed, sendAtOnce } from '../../people/person/send-mail.ts';
import { hashOfLink } from '../../trade/receipt/link-token.ts';
import { noticeIdOf, type NoticeRef } from './notice-id.ts';
import { noticeMail } from './notice-mail.ts';
import { noticesQuery } from './read-notices.ts';
import { withdrawalByBranch } from './read-told.ts';
import { type StoredLink, storeLink } from './store-notice-link.ts';
import { tellNotice } from './tell-notice.ts';

/** The time within which an address gets one mail about a withdrawal. */
const PERIOD = Prisma.sql`interval '1 hour'`;
/** The time after which a mail without a result is lost with its process, in seconds: sending takes less. */
const LOST_S = 30;
const LOST = Prisma.sql`make_interval(secs => ${LOST_S})`;
const LOOK_MS = 200;
/** The maximum number of branches in a mail. Further branches get another mail. */
const MAX_MAILED_BRANCHES = 200;

/** The right to send a mail, or the mail of another request, which has the links of all branches. */
export interface NoticeClaim {
  email: string;
  ref: NoticeRef;
  /** The links of the mail, that of `ref` first; empty if another request sends it. */
  links: StoredLink[];
}

/**
 * Claims a mail with a new link, and new links of all other branches of the withdrawal with the same address
 * and no response, unless there is such a mail already. Call it in a transaction.
 */
export async function claimMail(inside: Context, link: StoredLink): Promise<NoticeClaim> {
  const { db } = inside;
  const accountId = accountOf(inside);
  const { withdrawalId, branchId } = link;
  const ref = { withdrawalId, branchId };
  // The lock makes concurrent requests for several branches share one mail.
  await db.$executeRaw`
    SELECT FROM withdrawals WHERE account_id = ${accountId} AND id = ${withdrawalId} FOR NO KEY UPDATE`;
  const rows = await db.$queryRaw<{ branchId: bigint; email: string }[]>`
    WITH place AS (
      SELECT branch.id, lower(market.contact_email) AS address, market.contact_email AS email
      FROM branches branch JOIN supermarkets market
        ON market.account_id = ${accountId} AND market.id = branch.supermarket_id
      WHERE branch.account_id = ${accountId}
    )
    SELECT notice."branchId", own.email
    FROM (${noticesQuery(accountId, [withdrawalId])}) AS notice
    JOIN place ON place.id = notice."branchId"
    JOIN place AS own ON own.id = ${branchId} AND own.address = place.address
    WHERE (notice."acknowledgedAt" IS NULL OR notice."branchId" = ${branchId})
      AND NOT EXISTS (
        SELECT FROM notice_links other
        WHERE other.account_id = ${accountId} AND other.withdrawal_id = ${withdrawalId}
          AND other.branch_id = notice."branchId"
          AND (other.mailed_at > now() - ${PERIOD} OR other.mail_started_at > now() - ${LOST}))
    ORDER BY notice."branchId" <> ${branchId}, 1 LIMIT ${MAX_MAILED_BRANCHES}`;
  if (rows[0]?.branchId !== branchId) {
    const email = rows[0]?.email ?? (await emailOf(inside, branchId));
    return { email, ref, links: [] };
  }
  const links = [link];
  for (const row of rows.slice(1)) {
    const other = await storeLink(inside, { withdrawalId, branchId: row.branchId });
    if (other) links.push(other);
  }
  await db.$executeRaw`
    UPDATE notice_links SET mail_started_at = now() WHERE ${areAmong(accountId, links)}`;
  return { email: rows[0].email, ref, links };
}

async function emailOf({ db, ...context }: Context, branchId: bigint): Promise<string> {
  const accountId = accountOf(context);
  const { supermarket } = await db.branch.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: branchId } },
    select: { supermarket: { select: { contactEmail: true } } },
  });
  return supermarket.contactEmail;
}

/** Sends a claimed mail, or waits for the request that sends it. */
export async function mailNotices(context: Context, claim: NoticeClaim): Promise<Mailed> {
  return claim.links.length > 0 ? sendNotices(context, claim) : wait(context, claim);
}

async function sendNotices(context: Context, { email, ref, links }: NoticeClaim): Promise<Mailed> {
  const accountId = accountOf(context);
  const all = new Map(
    (await withdrawalByBranch(context, ref.withdrawalId)).map((told) => [told.branchId, told]),
  );
  const branches = links.map((link) => ({ link, told: all.get(link.branchId)! }));
  const mail = await noticeMail(context, email, branches);
  const unsent = await sendAtOnce(context, mail, { accountId, noticesOf: callerOf(context).plan });
  const set = unsent
    ? Prisma.sql`mail_started_at = NULL`
    : Prisma.sql`mail_started_at = NULL, mailed_at = now()`;
  await context.db.$executeRaw`UPDATE notice_links SET ${set} WHERE ${areAmong(accountId, links)}`;
  if (unsent) return { mailedTo: null, unsent };
  const by = await nameOfCaller(context);
  for (const { link, told } of branches)
    if (told.toldAt === null) await tellNotice(context, noticeIdOf(link), { way: 'mail', by });
  return { mailedTo: email, unsent: null };
}

/** Waits until another request has sent the mail, so that no response reports a mail that failed. */
async function wait(context: Context, { email, ref }: NoticeClaim): Promise<Mailed> {
  const accountId = accountOf(context);
  for (;;) {
    const [state] = await context.db.$queryRaw<[{ isMailed: boolean; isStarted: boolean }]>`
      SELECT coalesce(bool_or(mailed_at > now() - ${PERIOD}), FALSE) AS "isMailed",
             coalesce(bool_or(mail_started_at > now() - ${LOST}), FALSE) AS "isStarted"
      FROM notice_links
      WHERE account_id = ${accountId} AND withdrawal_id = ${ref.withdrawalId} AND branch_id = ${ref.branchId}`;
    if (state.isMailed) return { mailedTo: email, unsent: null };
    if (!state.isStarted) return { mailedTo: null, unsent: fault('mail_refused', NOT_MAILED) };
    await sleep(LOOK_MS);
  }
}

const NOT_MAILED = 'The mail with the links of all branches was not sent. Call the branch, or try again';

function areAmong(accountId: bigint, links: readonly StoredLink[]): Prisma.Sql {
  return Prisma.sql`account_id = ${accountId}
    AND token_hash = ANY(${links.map(({ token }) => hashOfLink(token))}::bytea[])`;
}

/** Returns the name of the person or key of the caller. */
async function nameOfCaller(context: Context): Promise<string> {
  const accountId = accountOf(context);
  const { personId, keyId } = actorOf(context);
  const [found] = await context.db.$queryRaw<{ name: string }[]>`
    SELECT name FROM people WHERE account_id = ${accountId} AND id = ${personId ?? null}::bigint
    UNION ALL SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId ?? null}::bigint`;
  return found?.name ?? 'Provender';
}
