import { createTransport } from 'nodemailer';
import type { GuessLimiter } from '../limits/guesses.ts';
import type { Mail, Mailer, MailSender } from '../schema/core/context.ts';
import { rateLimited } from '../schema/core/errors.ts';
import { subjectOf } from '../schema/people/session/count-guess.ts';

const MAIL_TIMEOUT_MS = 10_000;

/**
 * Returns the only way for mails out of this service: by the server at `url`, from one address. Mails are
 * counted by the address that they go to, over all accounts, and by the account that they come from.
 */
export function createMailer(
  { url, from }: { url: string; from: string },
  guesses: GuessLimiter,
): Mailer & { close(): void } {
  const timeouts = {
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async admit(to, sender) {
      const mail = subjectOf(to.trim().toLowerCase());
      const { retryAfter, giveBack } = await guesses.take({ mail, ...mailWindow(sender) });
      // guard: mail-limit
      if (retryAfter !== null) throw tooManyMails(retryAfter);
      return {
        async send({ subject, text, unsubscribe }: Omit<Mail, 'to'>) {
          try {
            await transport.sendMail({ to, subject, text, ...(unsubscribe && { list: { unsubscribe } }) });
          } catch (error) {
            // guard: failed-mail
            await giveBack();
            throw error;
          }
        },
      };
    },
    close: () => transport.close(),
  };
}

function mailWindow(sender: MailSender) {
  if (sender === 'stranger') return {};
  const { accountId, noticesOf: plan } = sender;
  const window = plan ? (`notices_${plan}` as const) : 'mailOfAccount';
  return { [window]: String(accountId) };
}

function tooManyMails(retryAfter: number) {
  const message =
    'This address or your account got as many mails as it may. Try again later, or pass the link on';
  return rateLimited('too_many_mails', message, retryAfter);
}
