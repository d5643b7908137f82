import { afterCommit } from '../write/after-transaction.ts';
import type { Context, Mail } from '../context.ts';

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
