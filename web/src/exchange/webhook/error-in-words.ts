import type { AttemptError } from '../../generated/rules.ts';

/** The `deactivationError` of a webhook that a restored backup brought back. */
export const RESTORED = 'restored';

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
export function outcomeInWords(
  attempt: { statusCode: number | null; error: string | null } | undefined,
): string {
  if (!attempt) return '–';
  return attempt.statusCode?.toString() ?? SHORT[classOf(attempt.error ?? '')] ?? 'Connection failed';
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

/** Describes why a webhook was deactivated: "10 consecutive callbacks failed. Last error: …". */
export function reasonInWords(consecutiveFailures: number, error: string | null): string {
  if (error === RESTORED)
    return 'A backup was restored. Until you enable it, only the original database sends events.';
  const begin = `${consecutiveFailures} consecutive callbacks failed.`;
  return error === null ? begin : `${begin} Last error: ${errorInWords(error)}.`;
}
