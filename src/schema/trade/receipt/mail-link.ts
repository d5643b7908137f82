import { violation } from '../../../problems.ts';
import { accountOf, type Context, type Mail } from '../../core/context.ts';
import { AppError, faultAt, rateLimited } from '../../core/errors.ts';
import { dayInWords } from '../../core/noun/day-in-words.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { mailSentences, mailWords, wordsOf } from '../../people/person/mail-words.ts';
import { type Mailed, sendAtOnce } from '../../people/person/send-mail.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_QUESTION, MAX_RECEIPT_LINKS } from '../limits.ts';
import { type CreatedLink, createAuditedLink } from './create-link.ts';
import { type OpenDispute, readOpenDisputes } from './read-open-disputes.ts';

const SECONDS_A_DAY = 86_400;

/** A link, and whether it was mailed to the contact address of the supermarket. */
export type MailedLink = CreatedLink & Mailed;

interface Recipient {
  supplier: string;
  branch: string;
  email: string;
  deliveryDate: Date;
}

/**
 * Creates a link with which a branch confirms a delivery, and mails it to the supermarket, with the open
 * questions to the branch.
 *
 * @throws AppError `not_found`, `validation_error` for a delivery that is cancelled or too old or on mail
 * without a mail server, or `rate_limited` after 20 links in a day
 */
export async function mailLink(context: Context, id: string): Promise<MailedLink> {
  const { mailer, publicUrl } = context.settings;
  if (!mailer) {
    const found = violation('no_mail_server', 'needs a mail server, which this service does not have');
    throw new AppError(faultAt('mail', found));
  }
  const deliveryId = recordIdOf(id);
  const link = await inOneTransaction(context, async (inside) => {
    await requireFewLinks(inside, deliveryId);
    return createAuditedLink(inside, id);
  });
  // Mailed after the commit: a mail server can be slow, and meanwhile the delivery would be locked.
  const to = await recipientOf(context, deliveryId);
  const [disputes = []] = await readOpenDisputes(context, [deliveryId]);
  const mail = mailOf(
    { id, ...to },
    disputes.filter(waitsForAnswer),
    `${publicUrl?.() ?? ''}/r/${link.token}`,
  );
  const unsent = await sendAtOnce(context, mail, { accountId: accountOf(context) });
  return { ...link, mailedTo: unsent ? null : to.email, unsent };
}

/** Limits the mails to a branch. Counts under the lock with which links are created. */
async function requireFewLinks(context: Context, deliveryId: bigint): Promise<void> {
  const accountId = accountOf(context);
  await context.db.$executeRaw`
    SELECT FROM deliveries WHERE account_id = ${accountId} AND id = ${deliveryId} FOR NO KEY UPDATE`;
  const [{ isFull }] = await context.db.$queryRaw<[{ isFull: boolean }]>`
    SELECT count(*) >= ${MAX_RECEIPT_LINKS} AS "isFull" FROM receipt_links
    WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND created_at > now() - interval '1 day'`;
  if (!isFull) return;
  throw rateLimited(
    'too_many_links',
    `A link can be mailed until a delivery has ${MAX_RECEIPT_LINKS} new ones in a day`,
    SECONDS_A_DAY,
    { max: MAX_RECEIPT_LINKS },
  );
}

async function recipientOf(context: Context, deliveryId: bigint): Promise<Recipient> {
  const [recipient] = await context.db.$queryRaw<[Recipient]>`
    SELECT account.name AS supplier, branch.name AS branch, supermarket.contact_email AS email,
           delivery.delivery_date AS "deliveryDate"
    FROM deliveries delivery
    JOIN branches branch ON branch.account_id = delivery.account_id AND branch.id = delivery.branch_id
    JOIN supermarkets supermarket
      ON supermarket.account_id = delivery.account_id AND supermarket.id = delivery.supermarket_id
    JOIN accounts account ON account.id = delivery.account_id
    WHERE delivery.account_id = ${accountOf(context)} AND delivery.id = ${deliveryId}`;
  return recipient;
}

function waitsForAnswer({ question, answer }: OpenDispute): boolean {
  return question !== null && answer === null;
}

function mailOf(
  { id, supplier: company, branch, email, deliveryDate }: Recipient & { id: string },
  asked: readonly OpenDispute[],
  url: string,
): Mail {
  const supplier = mailWords(company);
  const delivery = `delivery #${id} of ${dayInWords(deliveryDate)}`;
  const questions = asked.map(
    ({ productName, lot, received, delivered, question }) =>
      `${mailWords(productName)}${lot === null ? '' : `, lot ${mailWords(lot)}`}: ${received} of ${delivered} received
${mailSentences(question!, MAX_QUESTION)}`,
  );
  return {
    to: email,
    subject:
      asked.length > 0 ? `Question about ${delivery} (${supplier})` : `Receipt of ${delivery} (${supplier})`,
    text: `To ${mailWords(branch)}

${asked.length > 0 ? `${supplier} asks about ${delivery}:\n\n${questions.join('\n\n')}\n\nPlease answer here:` : `Please confirm here what you received of ${delivery}:`}
${url}

${wordsOf(company)}
`,
  };
}
