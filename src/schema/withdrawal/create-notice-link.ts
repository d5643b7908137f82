import { violation } from '../../problems.ts';
import { actorOf } from '../audit/actor.ts';
import { leaveEntry } from '../audit/leave-entry.ts';
import { accountOf, type Context, type Mail } from '../context.ts';
import { AppError, fault, faultAt, notFound, rateLimited } from '../errors.ts';
import { sendAtOnce } from '../person/send-mail.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';
import { hashOfLink, newLinkToken } from '../receipt/link-token.ts';
import { noticeRefOf } from './notice-id.ts';
import { type Told, toldBy } from './read-told.ts';
import { tellNotice } from './tell-notice.ts';

/** For how long a link is valid. */
export const NOTICE_LINK_DAYS = 30;
/** How many links a notice has; older ones end. */
export const MAX_NOTICE_LINKS = 20;
/** How many are made in a day, so that a branch is not sent any number of mails. */
const MAX_A_DAY = 20;
const SECONDS_A_DAY = 86_400;

export interface NoticeLink {
  url: string;
  expiresAt: Date;
  /** Whom it was mailed to; null if it was not. */
  mailedTo: string | null;
}

interface Recipient {
  supplier: string;
  branch: string;
  email: string;
}

/**
 * Creates a link with which a branch acknowledges a withdrawal. If asked, it mails the link to the supermarket, and
 * records that the branch was told, if it was not yet, once the mail server has taken the mail.
 *
 * @throws AppError `not_found` on noticeId, `invalid_transition` when the withdrawal is closed, `validation_error` on mail
 * without a mail server, `rate_limited`, or `service_unavailable` when the mail server refuses the mail
 */
export async function createNoticeLink(
  context: Context,
  { noticeId, mail }: { noticeId: string; mail?: boolean | null | undefined },
): Promise<NoticeLink> {
  const accountId = accountOf(context);
  const { sendMail, publicUrl } = context.settings;
  if (mail && !sendMail)
    throw new AppError(
      faultAt('mail', violation('no_mail_server', 'needs a mail server, which this service does not have')),
    );
  const ref = await noticeRefOf(context, noticeId, 'noticeId');
  const told = await toldBy(context, ref);
  if (!told) throw notFound('notice', 'noticeId');
  if (told.closedAt) throw fault('withdrawal_closed', 'This withdrawal is closed', 'noticeId');
  const token = newLinkToken();
  const link = await inOneTransaction(context, async (inside) => {
    const [stored] = await inside.db.$queryRaw<{ expiresAt: Date }[]>`
      WITH known AS (
        SELECT token_hash, created_at, row_number() OVER (ORDER BY created_at DESC) AS place FROM notice_links
        WHERE account_id = ${accountId} AND withdrawal_id = ${ref.withdrawalId} AND branch_id = ${ref.branchId}
      ), dropped AS (
        DELETE FROM notice_links WHERE account_id = ${accountId} AND token_hash IN (
          SELECT token_hash FROM known WHERE place >= ${MAX_NOTICE_LINKS} AND created_at <= now() - interval '1 day')
      )
      INSERT INTO notice_links (account_id, token_hash, withdrawal_id, branch_id, expires_at)
      SELECT ${accountId}, ${hashOfLink(token)}, ${ref.withdrawalId}, ${ref.branchId},
             now() + make_interval(days => ${NOTICE_LINK_DAYS}::int)
      WHERE (SELECT count(*) FROM known WHERE created_at > now() - interval '1 day') < ${MAX_A_DAY}
      RETURNING expires_at AS "expiresAt"`;
    if (!stored)
      throw rateLimited(
        'too_many_links',
        `A notice can have at most ${MAX_A_DAY} new links a day`,
        SECONDS_A_DAY,
        { max: MAX_A_DAY },
      );
    await leaveEntry(inside, { action: 'notice_link.created', details: { notice: noticeId } });
    return stored;
  });
  const url = `${publicUrl?.() ?? ''}/r/${token}`;
  if (!mail) return { url, expiresAt: link.expiresAt, mailedTo: null };
  const to = await recipientOf(context, ref.branchId);
  await sendAtOnce(context, mailOf(told, to, url));
  if (told.toldAt === null)
    await tellNotice(context, noticeId, { way: 'mail', by: await nameOfCaller(context) });
  return { url, expiresAt: link.expiresAt, mailedTo: to.email };
}

async function recipientOf(context: Context, branchId: bigint): Promise<Recipient> {
  const [recipient] = await context.db.$queryRaw<[Recipient]>`
    SELECT account.name AS supplier, branch.name AS branch, supermarket.contact_email AS email
    FROM branches branch
    JOIN supermarkets supermarket
      ON supermarket.account_id = branch.account_id AND supermarket.id = branch.supermarket_id
    JOIN accounts account ON account.id = branch.account_id
    WHERE branch.account_id = ${accountOf(context)} AND branch.id = ${branchId}`;
  return recipient;
}

/** Returns the name of the person or key that acts. */
async function nameOfCaller(context: Context): Promise<string> {
  const accountId = accountOf(context);
  const { personId, keyId } = actorOf(context);
  const [found] = await context.db.$queryRaw<{ name: string }[]>`
    SELECT name FROM people WHERE account_id = ${accountId} AND id = ${personId ?? null}::bigint
    UNION ALL SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId ?? null}::bigint`;
  return found?.name ?? 'Provender';
}

const TITLES = { withdrawal: 'Withdrawal', recall: 'Recall', test: 'Exercise, no real withdrawal' };

function mailOf(told: Told, { supplier, branch, email }: Recipient, url: string): Mail {
  const title = `${TITLES[told.kind]} of ${told.productName}`;
  return {
    to: email,
    subject: `${title} (${supplier})`,
    text: `To ${branch}

${title}, ${goodsOf(told)}
Delivered to you and not returned: ${told.quantity}

Reason: ${told.reason}

What to do: ${told.instruction}

Please confirm here what you found:
${url}
`,
  };
}

/** Returns what is withdrawn, in words. */
export function goodsOf({ lots, bestBeforeFrom, bestBeforeTo }: Told): string {
  if (lots.length > 0) return `${lots.length === 1 ? 'lot' : 'lots'} ${lots.join(', ')}`;
  const [from, to] = [bestBeforeFrom, bestBeforeTo].map((date) => date?.toISOString().slice(0, 10));
  return ['best before or use by', from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
