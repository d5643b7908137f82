import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The requests received under one webhook-id. */
interface Arrivals {
  /** The body of the first one. */
  body: string;
  /** Milliseconds since 1970. */
  times: number[];
  /** How often it arrived after a 2xx response. */
  repeats: number;
  isTaken: boolean;
}

export type Behaviour = (body: string) => { afterMs: number; status: number };

/** A subscriber's endpoint that records its callbacks. */
export interface Receiver {
  url: string;
  arrivals: Map<string, Arrivals>;
  /** Returns the number of requests without a response so far. */
  inFlight(): number;
  /** Returns when the last request arrived, in milliseconds since 1970. */
  lastAt(): number;
  close(): Promise<void>;
}

/** Starts a receiver that responds to every callback as `behave` specifies (default: 204 at once). */
export async function startReceiver(
  behave: Behaviour = () => ({ afterMs: 0, status: 204 }),
): Promise<Receiver> {
  const arrivals = new Map<string, Arrivals>();
  let inFlight = 0;
  let lastAt = 0;
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = Date.now();
    lastAt = now;
    inFlight++;
    response.once('close', () => inFlight--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const arrival = arrivalOf(String(request.headers['webhook-id']), body);
    arrival.times.push(now);
    if (arrival.isTaken) arrival.repeats++;
    const { afterMs, status } = behave(body);
    if (afterMs > 0) await sleep(afterMs);
    if (response.destroyed) return;
    if (status < 300) arrival.isTaken = true;
    response.writeHead(status).end();
  }

  function arrivalOf(webhookId: string, body: string): Arrivals {
    const known = arrivals.get(webhookId);
    if (known) return known;
    const arrival = { body, times: [], repeats: 0, isTaken: false };
    arrivals.set(webhookId, arrival);
    return arrival;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    arrivals,
    inFlight: () => inFlight,
    lastAt: () => lastAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
