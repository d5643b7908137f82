import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from 'proxy-addr';
import { clientAddressOf } from '../../limits/client-address.ts';

/** Descriptors for everything else: the database, callbacks, files. */
const RESERVED_DESCRIPTORS = 1_024;
/** The maximum number of connections: more would need gigabytes of memory, even if all were idle. */
const MOST = 20_000;
/** The maximum number of connections from one address: enough for all live streams that one machine reads. */
const MOST_PER_ADDRESS = 1_500;
/** Connections that one turn of the event loop can accept before those closed in it are gone. */
const BURST = 512;
/** How many connections a new one may check for one that waits for its client. */
const MAX_CHECKED = 64;

/** How many connections a process may have open at a time. */
export interface ConnectionLimits {
  total: number;
  /** The maximum number from one IPv4 address or IPv6 /64. */
  perAddress: number;
}

export interface BoundConnectionsOptions extends ConnectionLimits {
  /** Returns whether an address is that of a proxy, which has the connections of many clients. */
  isProxy: (address: string) => boolean;
  /** Returns whether the service is working on a request of the connection, which is complete. */
  isWorking: (socket: Socket) => boolean;
}

/** Returns the limits of this process, which leave enough of its file descriptors for everything else. */
export function connectionLimits(): ConnectionLimits {
  const descriptors = openFilesLimit();
  const total = Math.min(MOST, descriptors - Math.min(RESERVED_DESCRIPTORS, descriptors / 2));
  return { total, perAddress: Math.min(MOST_PER_ADDRESS, total / 4) };
}

/**
 * Bounds the connections of a server. When all are in use, a new connection takes the place of the one that
 * has waited longest for its client: for a request, for the rest of one, or for its response to be read. Only
 * if there is none, the new one is closed. So idle connections, from however many addresses, keep nobody
 * away.
 */
export function boundConnections(server: Server, options: BoundConnectionsOptions): void {
  const { total, perAddress, isProxy, isWorking } = options;
  /** The open connections, least recently used first. */
  const open = new Set<Socket>();
  const byAddress = new Map<string, number>();

  function makeRoom(): boolean {
    let checked = 0;
    for (const socket of open) {
      open.delete(socket);
      if (!isWorking(socket) || socket.writableLength > 0) {
        socket.destroy();
        return true;
      }
      open.add(socket);
      if (++checked === MAX_CHECKED) break;
    }
    return false;
  }

  // Without the second, several processes would hand the connection to each other as long as all are full.
  Object.assign(server, { maxConnections: total + BURST, dropMaxConnection: true });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const { address } = clientAddressOf(undefined, remoteAddress);
    const count = byAddress.get(address) ?? 0;
    if (count >= perAddress && !isProxy(remoteAddress)) return void socket.destroy();
    if (open.size >= total && !makeRoom()) return void socket.destroy();
    open.add(socket);
    byAddress.set(address, count + 1);
    socket.once('close', () => {
      open.delete(socket);
      const left = byAddress.get(address)! - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  });
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}

/** Returns a predicate for addresses that `TRUST_PROXY` includes, by the library that Express uses for it. */
export function trustedProxies(trustProxy: false | number | string[]): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => Number(trustProxy) > 0;
  const isTrusted = compile(trustProxy);
  return (address) => isTrusted(address, 0);
}

/** Node.js raises the soft limit to the hard one at its start. */
function openFilesLimit(): number {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  const before = report.excludeNetwork;
  // Looking up the names of all connections takes long.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files: { soft: number | 'unlimited' } };
  };
  report.excludeNetwork = before;
  const soft = userLimits?.open_files.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
