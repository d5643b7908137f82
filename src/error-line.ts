/** What a failed start or command says of its error: one line, however a library words it. */
export function lineOf(error: unknown): string {
  const { message, code, errors } = Object(error) as { message?: string; code?: string; errors?: unknown[] };
  // A host with several addresses fails with an error per address and no message of its own.
  if (!message && errors?.[0]) return lineOf(errors[0]);
  return (message || code || String(error)).replace(/\s+/g, ' ').trim();
}
