import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Per request; the service's own deadlines are shorter. */
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 50;

interface Ask {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A response; status 0 when there was none. */
interface Answer {
  status: number;
  text: string;
}

/** An aggressive client with its own address. */
export interface Attacker {
  /** The number of responses so far, by status; 0 means no response. */
  answers: Map<number, number>;
  /** Sends a request and reads its response. */
  send(path: string, ask?: Ask): Promise<Answer>;
  /**
   * Sends the request of an attack once, so that it does not measure something else.
   *
   * @throws unless its response is 200, without errors of GraphQL, and has at least this length
   */
  prove(path: string, ask: Ask, bytes: number): Promise<void>;
  /** Sends a GraphQL operation. */
  operate(key: string, query: string, variables?: object): Promise<Answer>;
  /**
   * Opens a stream of GraphQL events. Its chunks end when `signal` aborts.
   *
   * @throws when the stream is refused
   */
  listen(headers: Record<string, string>, query: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  /** Opens a connection, from the attacker's address or another one, and sends `text`. Nothing is read by default. */
  open(text: string, from?: string): Promise<Socket>;
  /** Closes every connection. */
  leave(): Promise<void>;
}

/** Creates an attacker of the service at `url`, at an address of this machine such as 127.0.0.2. */
export function createAttacker(url: string, address: string): Attacker {
  const dispatcher = new Agent({ connections: null, bodyTimeout: 0, localAddress: address });
  const answers = new Map<number, number>();
  const count = (status: number) => void answers.set(status, (answers.get(status) ?? 0) + 1);
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);
  const attacker: Attacker = {
    answers,
    async send(path, { method = 'GET', key, headers = {}, body } = {}) {
      try {
        const { statusCode: status, body: response } = await request(`${url}${path}`, {
          method,
          dispatcher,
          headers: {
            ...(key && { Authorization: `Bearer ${key}` }),
            ...(body && { 'Content-Type': 'application/json' }),
            ...headers,
          },
          body: body ?? null,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const text = await response.text();
        count(status);
        return { status, text };
      } catch {
        count(0);
        // Pauses before retrying a service that does not respond.
        await sleep(PAUSE_MS);
        return { status: 0, text: '' };
      }
    },
    async prove(path, ask, bytes) {
      const { status, text } = await attacker.send(path, ask);
      const length = Buffer.byteLength(text);
      const hasErrors = path === '/graphql' && text.includes('"errors"');
      if (status === 200 && length >= bytes && !hasErrors) return;
      throw new Error(`${path} responds with ${status} and ${length} bytes: ${text.slice(0, 200)}`);
    },
    operate: (key, query, variables = {}) =>
      attacker.send('/graphql', { method: 'POST', key, body: JSON.stringify({ query, variables }) }),
    async listen(headers, query, signal) {
      const { statusCode, body } = await request(`${url}/graphql`, {
        method: 'POST',
        dispatcher,
        signal,
        headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headers },
        body: JSON.stringify({ query }),
      });
      count(statusCode);
      if (statusCode === 200) return body as AsyncIterable<Buffer>;
      await body.dump();
      throw new Error(`the stream was refused with ${statusCode}`);
    },
    open: (text, from = address) =>
      new Promise((resolve) => {
        const socket = connect({ host: hostname, port: Number(port), localAddress: from });
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.once('close', () => (sockets.delete(socket), resolve(socket)));
        socket.once('connect', () => (socket.write(text), resolve(socket)));
      }),
    async leave() {
      for (const socket of sockets) socket.destroy();
      await dispatcher.destroy();
    },
  };
  return attacker;
}
