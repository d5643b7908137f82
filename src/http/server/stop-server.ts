import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const IDLE_CHECK_MS = 50;
const CLOSE_TIMEOUT_MS = 8_000;

/**
 * Stops accepting connections, and resolves when the requests in progress have finished, at most eight
 * seconds later. Idle keep-alive connections are closed.
 */
export function closeServer(server: Server): Promise<void> {
  endConnections(server);
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const overdue = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(overdue);
      resolve();
    });
  });
}

/** Keeps serving for `drainMs`, until load balancers have noticed that this process is not ready. */
export async function drainServer(server: Server, drainMs: number): Promise<void> {
  if (drainMs === 0) return;
  endConnections(server);
  await sleep(drainMs);
}

/** Closes every connection after its next response. */
function endConnections(server: Server): void {
  server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
}
