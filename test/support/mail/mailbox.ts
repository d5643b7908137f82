import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** Starts a mail server on this machine that keeps what it gets. Use it where the service sends mail. */
export async function startMailbox() {
  const received: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      done(mailbox.refuses ? new Error('no mails are taken') : null);
    },
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      received.push({ to, text: await textOf(stream) });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const textsTo = (address: string) =>
    received.filter(({ to }) => to.includes(address)).map(({ text }) => text);
  const mailbox = {
    /** Whether it refuses all mails. */
    refuses: false,
    url: `smtp://127.0.0.1:${port}`,
    /** Returns the messages to an address, as they were sent. */
    to: textsTo,
    /** Returns the link in the latest of this many messages to an address, once they have arrived. */
    async link(address: string, count = 1): Promise<string> {
      await expect.poll(() => textsTo(address).length).toBe(count);
      // Long lines are broken in mails.
      const text = textsTo(address).at(-1)!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      return /https?:\S+/.exec(text)![0];
    },
    close: (): Promise<void> => promisify(server.close.bind(server))(),
  };
  return mailbox;
}
