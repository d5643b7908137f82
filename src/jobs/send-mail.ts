import { createTransport } from 'nodemailer';
import type { Mail } from '../schema/context.ts';

/** A mail, and the page on which one can stop such mail, if there is one. */
interface SentMail extends Mail {
  unsubscribe?: string;
}

export interface Mailer {
  /** Hands a mail to the mail server. @throws Error if that refuses it */
  send(mail: SentMail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

/** Returns what sends mail by the server at `url`, from one address. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async send({ to, subject, text, unsubscribe }) {
      await transport.sendMail({ to, subject, text, ...(unsubscribe && { list: { unsubscribe } }) });
    },
    close: () => transport.close(),
  };
}
