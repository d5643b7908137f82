import { createTransport } from 'nodemailer';

/** A mail of plain text. */
interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The page on which one can stop such mail. */
  unsubscribe: string;
}

export interface Mailer {
  /** Hands a mail to the mail server. @throws Error if that refuses it */
  send(mail: Mail): Promise<void>;
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
      await transport.sendMail({ to, subject, text, list: { unsubscribe } });
    },
    close: () => transport.close(),
  };
}
