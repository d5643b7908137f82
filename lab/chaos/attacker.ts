import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** The time limit of each request; the service's own deadlines are shorter. */
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 50;

interface Ask {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

interface Answer {
  status: number;
  text: string;
}

/**
 * Checks the response to the first request of an attack, so that it does not measure something else.
 *
 * @throws unless it has this status, at least this length, and no errors of GraphQL
 */
export function prove({ status, text }: Answer, { expected = 200, bytes = 0 } = {}): void {
  const length = Buffer.byteLength(text);
  const hasErrors = text.startsWith('{') && text.includes('"errors"');
  if (status === expected && length >= bytes && !hasErrors) return;
  throw new Error(`the first response has status ${status} and ${length} bytes: ${text.slice(0, 200)}`);
}

/** An aggressive client with its own address. */
export type Attacker = ReturnType<typeof createAttacker>;

/** Creates an attacker of the service at `url`, at an address of this machine such as 127.0.0.2. */
export function createAttacker(url: string, address: string) {
  const dispatcher = new Agent({ connections: null, bodyTimeout: 0, localAddress: address });
  /** The number of responses so far, by status; 0 means no response. */
  const answers = new Map<number, number>();
  const count = (status: number) => void answers.set(status, (answers.get(status) ?? 0) + 1);
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);

  /** Sends a request and reads its response. Returns status 0 without one. */
  async function send(path: string, ask: Ask = {}): Promise<Answer> {
    const { method = 'GET', key, headers = {}, body } = ask;
    const own = {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    };
    const options = { method, dispatcher, headers: { ...own, ...headers }, body: body ?? null };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await request(`${url}${path}`, { ...options, signal });
      const text = await response.body.text();
      count(response.statusCode);
      return { status: response.statusCode, text };
    } catch {
      count(0);
      // Pauses before retrying a service that does not respond.
      await sleep(PAUSE_MS);
      return { status: 0, text: '' };
    }
  }

  return {
    answers,
    send,
    /** Sends a GraphQL operation. */
    operate: (key: string, query: string, variables = {}) =>
      send('/graphql', { method: 'POST', key, body: JSON.stringify({ query, variables }) }),
    /**
     * Opens a stream of GraphQL events. Its chunks end when `signal` aborts.
     *
     * @throws when the stream is refused
     */
    async listen(key: string, query: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
      const accept = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };
      const headers = { ...accept, Authorization: `Bearer ${key}` };
      const options = { method: 'POST', dispatcher, signal, headers, body: JSON.stringify({ query }) };
      const { statusCode, body } = await request(`${url}/graphql`, options);
      count(statusCode);
      if (statusCode === 200) return body as AsyncIterable<Buffer>;
      await body.dump();
      throw new Error(`the stream was refused with ${statusCode}`);
    },
    /**
     * Opens a connection, from the attacker's address or another one, and sends `text`. Nothing is read by
     * default.
     */
    open: (text: string, from = address): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect({ host: hostname, port: Number(port), localAddress: from });
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.once('close', () => (sockets.delete(socket), resolve(socket)));
        socket.once('connect', () => (socket.write(text), resolve(socket)));
      }),
    /** Closes every connection. */
    async leave(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await dispatcher.destroy();
    },
  };
}
