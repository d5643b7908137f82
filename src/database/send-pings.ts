import type { ClientBase } from 'pg';

/** Shorter than the silence after which a connection is closed. */
const CONNECTION_PING_MS = 2_000;

/**
 * Sends a query every two seconds over a connection that only waits for notifications, so that it is closed
 * as silent only if the server does not respond. Returns a function that stops this.
 */
export function sendPings(client: Pick<ClientBase, 'query'>): () => void {
  let hasResponse = true;
  const pings = setInterval(() => {
    if (hasResponse) void ping();
  }, CONNECTION_PING_MS).unref();

  async function ping(): Promise<void> {
    hasResponse = false;
    hasResponse = await client.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  return () => clearInterval(pings);
}
