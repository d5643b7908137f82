import { Socket } from 'node:net';
import { Client, type ClientBase, Pool, type PoolConfig } from 'pg';

/** Bounds the time to connect, and the wait for a free connection of a pool. */
const CONNECT_TIMEOUT_MS = 8_000;
/** Idle time before the first TCP keepalive probe. */
const KEEP_ALIVE_AFTER_MS = 5_000;
/** How much longer than the statement timeout a connection can be silent before it is closed. */
const SILENCE_GRACE_MS = 1_000;
const LATE_READ_MS = 100;
/** The maximum age of connections, by which a new server behind the same address gets all of them. */
const MAX_LIFETIME_S = 300;
const READ_ONLY = '25006';

export interface ConnectionSettings {
  url: string;
  /** The application name in PostgreSQL's list of connections. */
  name: string;
  /**
   * How long a statement may take before the server cancels it (default: no limit). A second later the
   * connection is closed if it was silent, so connections that only wait must send a query now and then.
   */
  statementTimeoutMs?: number | undefined;
  /** Whether the server is a standby; otherwise pools refuse connections to a server that takes no writes. */
  isStandby?: boolean | undefined;
  /**
   * Whether a pooler in transaction mode is in between. It accepts no startup parameters, so the role needs
   * the statement timeout, and the client gives up slightly later.
   */
  isPooled?: boolean | undefined;
  /** Settings of the session (default: the server's), such as `{ synchronous_commit: 'off' }`. */
  session?: Record<string, string>;
}

/** Returns the configuration for pg, for a single client or a pool. */
export function configOf(settings: ConnectionSettings): PoolConfig {
  const { url, name, statementTimeoutMs = 0, isPooled = false, isStandby = false, session = {} } = settings;
  // Otherwise a timeout set on the role, for a pooler, would end a migration.
  const all = { ...(statementTimeoutMs === 0 && { statement_timeout: '0' }), ...session };
  const options = Object.entries(all).map(([key, value]) => `-c ${key}=${value}`);
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    maxLifetimeSeconds: MAX_LIFETIME_S,
    ...(statementTimeoutMs > 0 && {
      idleTimeoutMillis: statementTimeoutMs,
      stream: () => impatientSocket(statementTimeoutMs + SILENCE_GRACE_MS),
    }),
    ...(!isPooled && { statement_timeout: statementTimeoutMs, options: options.join(' ') }),
    ...(!isStandby && { onConnect: requirePrimary }),
  };
}

/** Returns a client, which connects when `connect` is called. */
export function openClient(settings: ConnectionSettings): Client {
  return new Client(configOf(settings));
}

/** Opens a pool. Calls `onError` for each lost connection. */
export function openPool(
  settings: ConnectionSettings & Pick<PoolConfig, 'max' | 'connectionTimeoutMillis'>,
  onError: (error: Error) => void,
): Pool {
  const { max, connectionTimeoutMillis = CONNECT_TIMEOUT_MS } = settings;
  return watchErrors(new Pool({ ...configOf(settings), max, connectionTimeoutMillis }), onError);
}

/** Calls `onError` for each connection that `pool` loses, idle or in use. */
export function watchErrors<P extends Pool>(pool: P, onError: (error: Error) => void): P {
  return pool.on('error', onError).on('connect', (client) => client.on('error', onError));
}

/**
 * Returns a socket that closes once nothing was sent or received for `silentMs`. A server that loses power or
 * hangs closes no connection, and `query_timeout` of pg would return a waiting one to the pool.
 */
function impatientSocket(silentMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silentMs, () => {
    const { bytesRead } = socket;
    const error = new Error('the database did not respond in time');
    // If this process itself was blocked, a response may have arrived that it has yet to read.
    setTimeout(() => {
      if (socket.bytesRead === bytesRead) socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, LATE_READ_MS);
  });
}

/**
 * Refuses a former primary that came back as a standby, while the address still leads there. An open
 * connection needs no check: PostgreSQL closes them all when it becomes a standby.
 */
async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]!.transaction_read_only === 'off') return;
  throw Object.assign(new Error('the server takes no writes'), { code: READ_ONLY });
}
