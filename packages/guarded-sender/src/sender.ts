import { Agent, errors, request } from 'undici';
import { guardedConnector, type Lookup, openConnector, RefusedAddressError } from './guarded-connector.ts';
import { createLookup, NameError } from './resolve-name.ts';
import { signedHeaders } from './signature.ts';

const EXCERPT_BYTES = 4_096;
const MAX_HEADER_BYTES = 16_384;

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
  /** The same each time the message is sent. */
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
  /** The class of the error, which reveals nothing about private hosts; null for a 2xx. */
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
  // Connections to an origin are unlimited: a slow account must not use up another's.
  const agent = new Agent({
    connect: allowPrivateNetworks ? openConnector(timeoutMs, lookup) : guardedConnector(timeoutMs, lookup),
    // HTTP/2 headers would be unbounded.
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async send({ url, body, webhookId, secrets, headers }) {
      const attemptedAt = new Date();
      const started = performance.now();
      const outcome = await post(agent, url, body, AbortSignal.timeout(timeoutMs), {
        ...headers,
        ...signedHeaders(webhookId, attemptedAt, body, secrets),
        'content-type': 'application/json',
        'user-agent': userAgent,
        // Responses are never decompressed, so a compressed bomb does no harm.
        'accept-encoding': 'identity',
      });
      return { attemptedAt, durationMs: Math.round(performance.now() - started), ...outcome };
    },
    close: () => agent.close(),
  };
}

type Outcome = Pick<Attempt, 'statusCode' | 'error' | 'responseExcerpt'>;

async function post(
  dispatcher: Agent,
  url: string,
  body: string,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<Outcome> {
  let statusCode: number | null = null;
  try {
    const response = await request(url, { method: 'POST', dispatcher, body, signal, headers });
    statusCode = response.statusCode;
    const responseExcerpt = await excerptOf(response.body);
    return { statusCode, error: errorOfStatus(statusCode), responseExcerpt };
  } catch (error) {
    return { statusCode, error: errorOf(error as Fault, signal), responseExcerpt: null };
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
  const isParserError = error instanceof errors.HTTPParserError;
  if (isParserError || /^UND_ERR_(HEADERS_OVERFLOW|RES|INVALID)/.test(code)) return 'invalid_response';
  return 'connection_failed';
}
