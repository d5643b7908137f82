import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine that keeps what it gets. */
export interface Mailbox {
  url: string;
  /** The messages to an address, as they were sent. */
  to(address: string): string[];
  close(): Promise<void>;
}

/** Starts a mail server. Use it where the service sends mail. */
export async function startMailbox(): Promise<Mailbox> {
  const received: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    to: (address) => received.filter(({ to }) => to.includes(address)).map(({ text }) => text),
    close: () => promisify(server.close.bind(server))(),
  };
}
