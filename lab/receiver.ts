import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Stage } from './stage.ts';
import { SECRET } from './supplier.ts';

const signature = new Webhook(SECRET);

/** The requests received under one webhook-id. */
interface Arrivals {
  /** The body of the first one. */
  body: string;
  /** Milliseconds since 1970. */
  times: number[];
  isTaken: boolean;
}

interface ReceiverOptions {
  /** Returns how to respond to a callback (default: 204 at once). */
  behave?: () => { afterMs: number; status: number };
  /** Whether callbacks are only counted, for measurements that the receiver's own work would distort. */
  isBare?: boolean;
}

/** A subscriber's endpoint that verifies and records its callbacks. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a receiver, which closes at the end. */
export async function startReceiver(
  { onEnd }: Pick<Stage, 'onEnd'>,
  { behave = () => ({ afterMs: 0, status: 204 }), isBare = false }: ReceiverOptions = {},
) {
  const arrivals = new Map<string, Arrivals>();
  const latencies: number[] = [];
  const counts = { inFlight: 0, lastAt: 0, forged: 0, altered: 0, repeats: 0 };
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = Date.now();
    counts.lastAt = now;
    counts.inFlight++;
    response.once('close', () => counts.inFlight--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const webhookId = String(request.headers['webhook-id']);
    const arrival = arrivals.get(webhookId) ?? { body, times: [], isTaken: false };
    arrivals.set(webhookId, arrival);
    arrival.times.push(now);
    if (arrival.isTaken) counts.repeats++;
    if (arrival.body !== body) counts.altered++;
    const { afterMs, status } = behave();
    if (afterMs > 0) await sleep(afterMs);
    if (response.destroyed) return;
    if (status < 300) arrival.isTaken = true;
    response.writeHead(status).end();
    if (isBare) return;
    try {
      const headers = request.headers as Record<string, string>;
      const { timestamp } = signature.verify(body, headers) as { timestamp: string };
      latencies.push(now - Date.parse(timestamp));
    } catch {
      counts.forged++;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onEnd(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    /** The arrivals by webhook-id. */
    arrivals,
    /** The milliseconds from the start of each change's transaction to its callback, in order of arrival. */
    latencies,
    /**
     * The number of requests without a response so far, of callbacks with a wrong signature, of repeats with
     * other bytes than the first one, and of repeats after a 2xx; when the last one arrived, in milliseconds
     * since 1970.
     */
    counts,
    close,
  };
}
