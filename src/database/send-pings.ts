import type { ClientBase } from 'pg';

/** Shorter than any connection may be silent. */
const PING_MS = 2_000;

/**
 * Sends a query every two seconds over a connection that otherwise only waits, and would be closed for being
 * silent. So it is closed only if the server does not respond. Returns a function that stops this.
 */
export function sendPings(client: Pick<ClientBase, 'query'>): () => void {
  let hasResponse = true;
  const pings = setInterval(() => {
    if (hasResponse) void ping();
  }, PING_MS).unref();

  async function ping(): Promise<void> {
    hasResponse = false;
    hasResponse = await client.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  return () => clearInterval(pings);
}
