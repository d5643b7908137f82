import { signedHeaders } from './signature.ts';

const TIMEOUT_MS = 10_000;
/** The number of bytes of a response that are read, as for the callbacks of the service. */
const READ_BYTES = 4_096;

/** A callback to send. */
export interface Callback {
  url: string;
  secret: string;
  webhookId: string;
  /** The JSON text, sent byte for byte. */
  body: string;
}

/** The result of a callback that was sent. */
export interface SentCallback {
  status: number | null;
  /** The error, named as in the attempts of a webhook; null after a 2xx. */
  error: string | null;
  durationMs: number;
}

interface Fault extends Error {
  cause?: { code?: string; message?: string };
}

/**
 * Sends a callback as the service does: signed, without following redirects, and with a time limit. It never
 * throws.
 *
 * @param signal abandons the callback
 */
export async function sendCallback(
  { url, secret, webhookId, body }: Callback,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<SentCallback> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  let status: number | null = null;
  let error: string | null;
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        ...signedHeaders(secret, webhookId, body),
        'Content-Type': 'application/json',
        'User-Agent': 'provender-listen',
      },
    });
    status = response.status;
    await readStart(response);
    error = errorOfStatus(status);
  } catch (caught) {
    error = timeout.aborted ? 'timeout' : errorOf(caught as Fault);
  }
  return { status, error, durationMs: Math.round(performance.now() - started) };
}

async function readStart({ body }: Response): Promise<void> {
  if (!body) return;
  const reader = body.getReader();
  for (let length = 0; length < READ_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.length;
  }
  await reader.cancel();
}

function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'unexpected_status';
}

function errorOf({ cause, message }: Fault): string {
  const code = cause?.code ?? '';
  const kind = /^(ENOTFOUND|EAI_)/.test(code)
    ? 'dns_failure'
    : code.startsWith('HPE_')
      ? 'invalid_response'
      : /CERT|TLS|SSL/.test(code)
        ? 'tls_failure'
        : 'connection_failed';
  return `${kind} (${code || cause?.message || message})`;
}
