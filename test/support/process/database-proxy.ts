import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database that can fail while other connections keep working. */
export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

/** Starts a proxy on loopback to the database at `url`. */
export async function startDatabaseProxy(url: string) {
  const target = new URL(url);
  const clients = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isCut = false;
  let isHanging = false;
  let muting: { after: string; begin: () => void } | undefined;
  // A dead host does not acknowledge the end.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) return void client.destroy();
    clients.add(client);
    if (isHanging) {
      client
        .resume()
        .on('error', () => {})
        .on('close', () => clients.delete(client));
      return void silent.add(client);
    }
    const upstream = dial(Number(target.port), target.hostname);
    const end = () => {
      if (silent.has(client) && !client.destroyed && !isCut) return;
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('end', end).on('close', end);
    client.on('data', (chunk) => {
      if (silent.has(client)) return;
      if (muting && chunk.includes(muting.after)) {
        upstream.pause();
        muting.begin();
        muting = undefined;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => silent.has(client) || client.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    /** The database's connection string through the proxy. */
    url: proxied.href,
    /** Cuts every connection and refuses new ones, until they are allowed again. */
    cut,
    letThrough: () => void (isCut = false),
    /**
     * Stops forwarding without closing anything, like a dead host; new connections are accepted, without a
     * response.
     */
    hang() {
      isHanging = true;
      for (const client of clients) silent.add(client);
    },
    /** Allows new connections, as if the address led to another server; hanging ones stay so. */
    replace: () => void (isHanging = false),
    /** Withholds the responses on the next connection that sends this; resolves when that begins. */
    muteAfter: (after: string) => new Promise<void>((begin) => (muting = { after, begin })),
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
