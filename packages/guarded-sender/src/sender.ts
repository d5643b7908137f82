import { once } from 'node:events';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import { type Lookup, publicOnly, RefusedAddressError, requirePublicHost } from './public-address.ts';
import { createLookup, NameError } from './resolve-name.ts';
import { signedHeaders } from './signature.ts';

const EXCERPT_BYTES = 4_096;
const MAX_HEADER_BYTES = 16_384;
/** How long an idle connection stays open; most servers keep them a little longer. */
const IDLE_MS = 4_000;

export interface SenderOptions {
  /** A single deadline for resolving, connecting, TLS, headers and body. */
  timeoutMs: number;
  allowPrivateNetworks: boolean;
  userAgent: string;
  /** Resolves names (default: by DNS and the hosts file). */
  lookup?: Lookup;
}

/** A message and its destination. */
export interface Callback {
  url: string;
  /** The JSON body. */
  body: string;
  /** The id of the message, the same in every attempt. */
  webhookId: string;
  /** The secrets; each one adds a signature. */
  secrets: string[];
  /** Additional headers, with lower-case names. */
  headers?: { traceparent?: string } | undefined;
}

/** The result of a callback. */
export interface Attempt {
  attemptedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /**
   * The class of the error, which reveals nothing about private hosts; null for a 2xx. It ends with
   * `_repeated` if the request was sent twice, because the receiver closed the idle connection on which it
   * was sent first.
   */
  error: string | null;
  /** The beginning of the response body. */
  responseExcerpt: string | null;
}

/** Sends callbacks and returns the result; rejects only because of a bug. */
export interface Sender {
  send(callback: Callback): Promise<Attempt>;
  close(): Promise<void>;
}

export function createSender({
  timeoutMs,
  allowPrivateNetworks,
  userAgent,
  lookup = createLookup(),
}: SenderOptions): Sender {
  const guarded = allowPrivateNetworks ? lookup : publicOnly(lookup);
  // Connections to an origin are unlimited: a slow account must not use up another's.
  const http = new HttpAgent({ keepAlive: true, timeout: IDLE_MS });
  const https = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS });

  async function post(
    url: string,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<AttemptOutcome> {
    let statusCode: number | null = null;
    let isRepeated = false;
    const named = (error: ErrorClass | null): AttemptOutcome['error'] =>
      error && isRepeated ? `${error}_repeated` : error;
    try {
      const target = new URL(url);
      const request = requestTo(target, headers, signal);
      const response = await responseTo(request, body).catch((error: Fault) => {
        // The receiver closed the idle connection at the moment when it was used again.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET';
        if (!isStale || signal.aborted) throw error;
        isRepeated = true;
        closeIdle(target, request.host);
        // Once, on a connection of its own: each other idle one could be as stale.
        return responseTo(requestTo(target, headers, signal, false), body);
      });
      statusCode = response.statusCode!;
      const responseExcerpt = await excerptOf(response);
      return { statusCode, error: named(errorOfStatus(statusCode)), responseExcerpt };
    } catch (error) {
      return { statusCode, error: named(errorOf(error as Fault, signal)), responseExcerpt: null };
    }
  }

  /** Creates a request; `agent` is false for a connection of its own. */
  function requestTo(
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
    agent?: false,
  ): ClientRequest {
    if (!allowPrivateNetworks) requirePublicHost(url.hostname);
    const options = { method: 'POST', headers, signal, lookup: guarded, maxHeaderSize: MAX_HEADER_BYTES };
    return url.protocol === 'https:'
      ? sendHttps(url, { ...options, agent: agent ?? https })
      : sendHttp(url, { ...options, agent: agent ?? http });
  }

  /**
   * Closes the idle connections to an origin that closed one, so that other callbacks need not be repeated.
   */
  function closeIdle({ protocol, port }: URL, host: string): void {
    const [agent, usual] = protocol === 'https:' ? [https, '443'] : [http, '80'];
    for (const [name, sockets = []] of Object.entries(agent.freeSockets)) {
      if (name.startsWith(`${host}:${port || usual}:`))
        for (const socket of sockets.slice()) socket.destroy();
    }
  }

  return {
    async send({ url, body, webhookId, secrets, headers }) {
      const attemptedAt = new Date();
      const started = performance.now();
      const sent = {
        ...headers,
        ...signedHeaders(webhookId, attemptedAt, body, secrets),
        'content-type': 'application/json',
        'user-agent': userAgent,
        // Responses are never decompressed, so a compressed bomb does no harm.
        'accept-encoding': 'identity',
      };
      const outcome = await post(url, body, sent, AbortSignal.timeout(timeoutMs));
      return { attemptedAt, durationMs: Math.round(performance.now() - started), ...outcome };
    },
    async close() {
      http.destroy();
      https.destroy();
    },
  };
}

type AttemptOutcome = Pick<Attempt, 'statusCode' | 'error' | 'responseExcerpt'>;

/**
 * Sends a request, and waits for the response; `100 Continue` and other information before it are passed
 * over.
 */
async function responseTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  request.end(body);
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } finally {
    // The body reports what happens later.
    request.on('error', () => {});
  }
}

/** Returns the first bytes of the response as text that PostgreSQL can store; the rest is not read. */
async function excerptOf(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= EXCERPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '');
}

/** The classes of errors. */
export const ERROR_CLASSES = [
  'unexpected_status',
  'redirect_not_followed',
  'timeout',
  'dns_failure',
  'connection_failed',
  'tls_failure',
  'invalid_response',
  'address_refused',
] as const;

type ErrorClass = (typeof ERROR_CLASSES)[number];

function errorOfStatus(status: number): ErrorClass | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'unexpected_status';
}

type Fault = Error & { code?: string };

/** Returns the class of an error, which helps the customer but reveals nothing about private hosts. */
function errorOf(error: Fault, signal: AbortSignal): ErrorClass {
  if (signal.aborted) return 'timeout';
  if (error instanceof RefusedAddressError) return 'address_refused';
  const code = error.code ?? '';
  if (error instanceof NameError) return 'dns_failure';
  if (/^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) return 'tls_failure';
  if (code.startsWith('HPE_')) return 'invalid_response';
  return 'connection_failed';
}
