/** Returns an error of a failed start or command as one line, whatever library it comes from. */
export function errorLine(error: unknown): string {
  const { message, code, errors } = Object(error) as { message?: string; code?: string; errors?: unknown[] };
  // A host with several addresses fails with one error per address and no message of its own.
  if (!message && errors?.[0]) return errorLine(errors[0]);
  return (message || code || String(error)).replace(/\s+/g, ' ').trim();
}
