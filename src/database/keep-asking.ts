import type { ClientBase } from 'pg';

/** Shorter than any connection may be silent. */
const ASK_MS = 2_000;

/**
 * Sends a query every two seconds over a connection that otherwise only waits, and would be closed for being silent.
 * So it is closed only if the server does not respond. Returns a function that stops this.
 */
export function keepAsking(client: Pick<ClientBase, 'query'>): () => void {
  let isAnswered = true;
  const asking = setInterval(() => {
    if (isAnswered) void ask();
  }, ASK_MS).unref();

  async function ask(): Promise<void> {
    isAnswered = false;
    isAnswered = await client.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  return () => clearInterval(asking);
}
