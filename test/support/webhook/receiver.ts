import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A callback as it arrived. */
export interface Callback {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
}

/** How a receiver handles a callback: a response status, or any way to mistreat the connection. */
export type Behaviour = number | ((response: ServerResponse, request: IncomingMessage) => void);

/** A server on loopback that records callbacks and responds as configured. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * Starts a receiver that uses the first behaviour for the first callback, and the last one for the n-th and
 * all later ones.
 */
export async function startReceiver(...behaviours: [Behaviour, ...Behaviour[]]) {
  const callbacks: Callback[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const behaviour = behaviours[Math.min(callbacks.length, behaviours.length - 1)]!;
    callbacks.push({ headers: request.headers, body, at: Date.now() });
    if (typeof behaviour === 'number') response.writeHead(behaviour).end('seen');
    else behaviour(response, request);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    callbacks,
    /** Returns the number of connections made. */
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Ports that the system gives nobody by itself: the server of another test would soon have one of the others.
 */
const OWN_PORTS = [10_000, 32_768] as const;

/** Returns a loopback port at which nothing listens. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(...OWN_PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

export function answerWith(
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Behaviour {
  return (response) => response.writeHead(status, headers).end(body);
}

/** Accepts the callback and never responds. */
export const hang: Behaviour = () => {};

/** Withholds responses until `release` sets their status. */
export function hold(): { behaviour: Behaviour; release(status: number): void; held(): number } {
  const waiting: ServerResponse[] = [];
  return {
    behaviour: (response) => waiting.push(response),
    release: (status) => waiting.splice(0).forEach((response) => response.writeHead(status).end()),
    held: () => waiting.length,
  };
}
