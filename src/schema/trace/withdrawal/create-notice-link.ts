import { violation } from '../../../problems.ts';
import type { Context } from '../../core/context.ts';
import { AppError, fault, faultAt, notFound, rateLimited } from '../../core/errors.ts';
import type { Mailed } from '../../people/person/send-mail.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_NOTICE_LINKS_A_DAY } from '../limits.ts';
import { claimMail, mailNotices } from './mail-notices.ts';
import { noticeRefOf } from './notice-id.ts';
import { toldBy } from './read-told.ts';
import { storeLink, urlOf } from './store-notice-link.ts';

const SECONDS_A_DAY = 86_400;

export interface NoticeLink extends Mailed {
  url: string;
  expiresAt: Date;
}

/**
 * Creates a link with which a branch acknowledges a withdrawal. If requested, mails it to the supermarket:
 * one mail per hour has the links of all branches with this withdrawal and address. Once the mail server has
 * accepted it, these branches are recorded as notified.
 *
 * @throws AppError `not_found` on noticeId, `invalid_transition` when the withdrawal is closed,
 * `validation_error` on mail without a mail server, or `rate_limited` after 20 links in a day
 */
export async function createNoticeLink(
  context: Context,
  { noticeId, mail }: { noticeId: string; mail?: boolean | null | undefined },
): Promise<NoticeLink> {
  const { mailer } = context.settings;
  if (mail && !mailer)
    throw new AppError(
      faultAt('mail', violation('no_mail_server', 'needs a mail server, which this service does not have')),
    );
  const ref = await noticeRefOf(context, noticeId, 'noticeId');
  const told = await toldBy(context, ref);
  if (!told) throw notFound('notice', 'noticeId');
  if (told.closedAt) throw fault('withdrawal_closed', 'This withdrawal is closed', 'noticeId');
  const { link, claim } = await inOneTransaction(context, async (inside) => {
    const link = await storeLink(inside, ref);
    if (!link)
      throw rateLimited(
        'too_many_links',
        `A notice can have at most ${MAX_NOTICE_LINKS_A_DAY} new links a day`,
        SECONDS_A_DAY,
        { max: MAX_NOTICE_LINKS_A_DAY },
      );
    return { link, claim: mail ? await claimMail(inside, link) : undefined };
  });
  const mailed = claim ? await mailNotices(context, claim) : { mailedTo: null, unsent: null };
  return { url: urlOf(context, link), expiresAt: link.expiresAt, ...mailed };
}
