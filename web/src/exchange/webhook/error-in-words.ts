import type { AttemptError } from '../../generated/rules.ts';

/** The `deactivationError` of a webhook that a restored backup brought back. */
export const RESTORED = 'restored';

/** An attempt that ended, as much of it as its words need. */
interface EndedAttempt {
  statusCode: number | null;
  error: string | null;
}

/** The statuses that endpoints return most often when they fail, in the words of HTTP. */
export const STATUS_WORDS: Readonly<Record<number, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const WORDS: Record<AttemptError, string> = {
  unexpected_status: 'your endpoint did not return a 2xx status',
  redirect_not_followed: 'your endpoint returned a redirect, and redirects are not followed',
  timeout: 'your endpoint did not respond in time',
  dns_failure: 'the host name could not be resolved',
  connection_failed: 'the connection was refused or closed',
  tls_failure: 'the TLS certificate is expired, not valid for this host name, or not trusted',
  invalid_response: 'the response was not valid HTTP, or its headers were too large',
  address_refused: 'the host name resolves to an address that is not public',
  signing_failed: 'the secret could not be decrypted, which is an error of the service',
};

const SHORT: Partial<Record<AttemptError, string>> = {
  timeout: 'Timed out',
  dns_failure: 'Host not found',
  tls_failure: 'TLS failed',
  invalid_response: 'Invalid response',
  address_refused: 'Address refused',
  signing_failed: 'Signing failed',
};

/** Describes the result of an attempt briefly: its status code, or why there is none. */
export function outcomeInWords(attempt: EndedAttempt | undefined): string {
  if (!attempt) return '–';
  const { statusCode } = attempt;
  return (
    (statusCode === null ? undefined : statusInWords(statusCode)) ??
    SHORT[classOf(attempt.error ?? '')] ??
    'Connection failed'
  );
}

/** Describes a status with its words: "503 Service Unavailable". */
function statusInWords(statusCode: number): string {
  return `${statusCode} ${STATUS_WORDS[statusCode] ?? ''}`.trim();
}

/** Describes why an attempt failed: the status of the response, or why there is none. */
export function failureInWords({ statusCode, error }: EndedAttempt): string {
  const words = errorInWords(error ?? '');
  if (statusCode === null) return words;
  const returned = `your endpoint returned ${statusInWords(statusCode)}`;
  return classOf(error ?? '') === 'redirect_not_followed'
    ? `${returned}, and redirects are not followed`
    : returned;
}

/** Describes the error class of an attempt; returns an unknown class unchanged. */
export function errorInWords(error: string): string {
  const words = WORDS[classOf(error)] ?? error;
  return error.endsWith(REPEATED) ? `${words} (sent again once, because the connection was closed)` : words;
}

/** Ends the class of an attempt whose request was sent twice. */
const REPEATED = '_repeated';

function classOf(error: string): AttemptError {
  return (error.endsWith(REPEATED) ? error.slice(0, -REPEATED.length) : error) as AttemptError;
}

/** Describes why a webhook was deactivated: "10 consecutive callbacks failed." */
export function reasonInWords(consecutiveFailures: number, error: string | null): string {
  if (error === RESTORED)
    return 'A backup was restored. Until you enable it, only the original database sends events.';
  return `${consecutiveFailures} consecutive callbacks failed.`;
}
