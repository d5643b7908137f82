const WORDS: Record<string, string> = {
  unexpected_status: 'the answer’s status was no success',
  redirect_not_followed: 'the answer was a redirect, and those are never followed: change the URL',
  timeout: 'there was no whole answer in time',
  dns_failure: 'the host’s name does not resolve',
  connection_failed: 'nothing listens there, or the connection broke',
  tls_failure: 'the certificate is expired, of another name, or not vouched for by a public authority',
  invalid_response: 'the answer is no HTTP, or its headers are too long',
  address_refused: 'the name leads to an address that is not of the public internet',
  signing_failed: 'the secret could not be decrypted, a fault of the service',
};

/** The class of an attempt's error as a part of a sentence; one that is new here as it is. */
export function errorInWords(error: string): string {
  return WORDS[error] ?? error;
}

/** Why a webhook was deactivated, with the class of the last error in words. */
export function reasonInWords(reason: string): string {
  const [, begin, error] = /^(.+, the last one) by (\w+)$/.exec(reason) ?? [];
  return begin && error ? `${begin} because ${errorInWords(error)}.` : `${reason}.`;
}
