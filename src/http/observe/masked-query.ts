const MAX_QUERY_LENGTH = 300;
const MAX_PARAMETERS = 20;
const PARAMETER_NAME = /^[a-z_]{1,40}$/;
/** Values that hold no secrets and no personal data: numbers, dates, times and single lower-case words. */
const PLAIN = /^(?:\d{1,10}|\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,12}Z?)?|[a-z](?:_?[a-z])*)$/;
const MAX_PLAIN = 24;
const SECRET = /key|token|secret|pass|auth|sign|cred|code|session/i;
const MASK = '***';

/** Returns a query string in which values that could be secrets are masked, also unusual names. */
export function maskedQuery(query: string): string {
  const parameters = [...new URLSearchParams(query.slice(0, MAX_QUERY_LENGTH * 4))].slice(0, MAX_PARAMETERS);
  const masked = parameters.map(([name, value]) =>
    PARAMETER_NAME.test(name) ? `${name}=${isPlainValue(name, value) ? value : MASK}` : `${MASK}=${MASK}`,
  );
  return masked.join('&').slice(0, MAX_QUERY_LENGTH);
}

function isPlainValue(name: string, value: string): boolean {
  return value.length <= MAX_PLAIN && PLAIN.test(value) && !SECRET.test(name);
}
