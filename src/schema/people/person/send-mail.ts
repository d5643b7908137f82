import { isTransaction } from '../../../database/direct/direct.ts';
import { afterCommit } from '../../core/write/after-transaction.ts';
import type { Context, Mail, MailSender } from '../../core/context.ts';
import { AppError, fault } from '../../core/errors.ts';

/**
 * Sends a mail after the commit, without waiting for the mail server. Returns false where there is none, or
 * if the address or the sender got too many mails.
 */
export async function sendInBackground(
  context: Context,
  { to, ...mail }: Mail,
  sender: MailSender,
): Promise<boolean> {
  const { mailer } = context.settings;
  if (!mailer) return false;
  const log = (error: unknown) => context.log().warn({ err: error }, 'a mail to a person was not sent');
  try {
    const admitted = await mailer.admit(to, sender);
    afterCommit(context, () => void admitted.send(mail).catch(log));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log(error);
    return false;
  }
}

/** The extension of a mutation that waits for a mail server if its argument of this name is true. */
export const MAILS_IF = { waitsIf: 'mail' } as const;

/**
 * Sends a mail, and waits until the mail server has taken it. Never within a transaction: a slow mail server
 * would hold its locks. Returns null, or why the mail was not sent: `rate_limited` with `retryAfter`, or
 * `service_unavailable` when the mail server refuses it.
 */
export async function sendAtOnce(
  context: Context,
  { to, ...mail }: Mail,
  sender: MailSender,
): Promise<AppError | null> {
  if (isTransaction(context.db)) throw new Error('a mail would be sent within a transaction');
  try {
    await (await context.settings.mailer!.admit(to, sender)).send(mail);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    context.log().warn({ err: error }, 'a mail with a link was not sent');
    return fault('mail_refused', 'The mail server did not take the mail. Call the branch, or try again');
  }
}

/** A link, and the outcome of its mail. */
export interface Mailed {
  /** The address that the mail was sent to; null if no mail was requested, or it was not sent. */
  mailedTo: string | null;
  /** Why the mail was not sent; null if it was sent, or not requested. */
  unsent: AppError | null;
}

/**
 * Returns the address that a link was mailed to, for the field `mailedTo`.
 *
 * @throws AppError why the mail was not sent: the link itself is returned beside the error
 */
export function mailedTo({ mailedTo: address, unsent }: Mailed): string | null {
  if (unsent) throw unsent;
  return address;
}
