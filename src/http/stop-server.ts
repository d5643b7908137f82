import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const IDLE_CHECK_MS = 50;
const CLOSE_TIMEOUT_MS = 8_000;
const SEND_AWAY_MS = 1_000;

/**
 * Takes no more connections, and resolves when the requests under way have finished, at most eight
 * seconds later. Clients keep connections alive after their last request: those are closed as they idle.
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

/**
 * Takes no more connections, and serves the open ones for a second, so that clients send their next
 * request on a new connection, which another process accepts.
 */
export function sendClientsAway(server: Server): Promise<void> {
  endConnections(server);
  // The close of node:http would also end those on which nothing is being asked at this moment.
  TcpServer.prototype.close.call(server);
  return sleep(SEND_AWAY_MS);
}

/** Keeps serving for `drainMs`, while load balancers notice that this process is not ready any more. */
export async function drainServer(server: Server, drainMs: number): Promise<void> {
  if (drainMs === 0) return;
  endConnections(server);
  await sleep(drainMs);
}

/** Ends every connection with its next response. */
function endConnections(server: Server): void {
  server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
}
