import { isTransaction } from '../../database/direct/direct.ts';
import { afterCommit } from '../write/after-transaction.ts';
import type { Context, Mail } from '../context.ts';
import { fault } from '../errors.ts';

/**
 * Sends a mail after the commit, without waiting for the mail server. Returns false where there is none, or if the
 * address got too many mails.
 */
export async function sendInBackground(context: Context, mail: Mail): Promise<boolean> {
  const { sendMail, mayMail } = context.settings;
  if (!sendMail || (await mayMail?.(mail.to)) === false) return false;
  afterCommit(context, () => {
    sendMail(mail).catch((error: unknown) =>
      context.log().warn({ err: error }, 'a mail to a person was not sent'),
    );
  });
  return true;
}

/** The extension of a mutation that waits for a mail server if its argument of this name is true. */
export const MAILS_IF = { waitsIf: 'mail' } as const;

/**
 * Sends a mail, and waits until the mail server has taken it. Never within a transaction: a slow mail server would hold
 * its locks.
 *
 * @throws AppError `service_unavailable` when the mail server refuses the mail
 */
export async function sendAtOnce(context: Context, mail: Mail): Promise<void> {
  if (isTransaction(context.db)) throw new Error('a mail would be sent within a transaction');
  await context.settings.sendMail!(mail).catch((error: unknown) => {
    context.log().warn({ err: error }, 'a mail with a link was not sent');
    throw fault('mail_refused', 'The mail server did not take the mail. Call the branch, or try again');
  });
}
