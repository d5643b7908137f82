import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can be taken away while others keep theirs. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The database's connection string by way of the proxy. */
  url: string;
  /** Cuts every connection and refuses new ones, until they are let through again. */
  cut(): void;
  letThrough(): void;
  /** Keeps back what the database answers on the next connection to send this; tells when that begins. */
  muteAfter(sent: string): Promise<void>;
}

/** Starts a proxy on loopback to the database at `url`. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const clients = new Set<Socket>();
  let isCut = false;
  let muting: { after: string; begin: () => void } | undefined;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = dial(Number(target.port), target.hostname);
    clients.add(client);
    const end = () => {
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      if (muting && chunk.includes(muting.after)) {
        upstream.pause();
        muting.begin();
        muting = undefined;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    url: proxied.href,
    cut,
    letThrough: () => void (isCut = false),
    muteAfter: (after) => new Promise((begin) => (muting = { after, begin })),
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
