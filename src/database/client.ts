import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import { type Host, parseDatabaseUrl } from '../database-url.ts';
import { internalsOf } from './pg-internals.ts';
import type { TrackedConnection } from './tracked-connection.ts';
import { type Servers, serversOf } from './servers.ts';
import { startDeadline } from './deadline.ts';

/** Not counting time in which the event loop is blocked, as during the start. */
const CONNECT_TIMEOUT_MS = 6_000;
/** Idle time before the first TCP keepalive probe. */
const KEEP_ALIVE_AFTER_MS = 5_000;
/** How long the client waits beyond the server's own statement timeout. */
const GRACE_MS = 2_000;
const END_TIMEOUT_MS = 1_000;
const READ_ONLY = '25006';

export interface ConnectionSettings {
  /** The connection string, with one server or several. */
  url: string;
  /** The application name in PostgreSQL's list of connections. */
  name: string;
  /** How long a statement may take before it is cancelled (default: no limit). */
  statementTimeoutMs?: number | undefined;
  /**
   * Whether a pooler in transaction mode is in between. It accepts no startup parameters, so the role needs the
   * statement timeout, and the client gives up slightly later.
   */
  isPooled?: boolean | undefined;
  /** Settings of the session (default: the server's), such as `{ synchronous_commit: 'off' }`. */
  session?: Record<string, string>;
}

/** Returns the configuration for pg, for a single client or a pool. */
export function configOf(settings: ConnectionSettings) {
  const { url, name, statementTimeoutMs = 0, isPooled = false, session = {} } = settings;
  // Otherwise a timeout set on the role, for a pooler, would end a migration.
  const all = { ...(statementTimeoutMs === 0 && { statement_timeout: '0' }), ...session };
  const options = Object.entries(all).map(([key, value]) => `-c ${key}=${value}`);
  return {
    url,
    // pg's types do not include the options of its clients.
    Client: DatabaseClient as unknown as new () => DatabaseClient,
    connectionString: parseDatabaseUrl(url).first,
    application_name: name,
    deadlineMs: statementTimeoutMs > 0 ? statementTimeoutMs + GRACE_MS : undefined,
    ...(!isPooled && { statement_timeout: statementTimeoutMs, options: options.join(' ') }),
  } satisfies PoolConfig & Record<string, unknown>;
}

/** Returns a client, which connects when `connect` is called. */
export function openClient(settings: ConnectionSettings): Client {
  return new DatabaseClient(configOf(settings));
}

/** Opens a pool. Calls `onError` for each lost connection. */
export function openPool(
  settings: ConnectionSettings & Pick<PoolConfig, 'max' | 'min' | 'connectionTimeoutMillis'>,
  onError: (error: Error) => void,
): Pool {
  const { max, min, connectionTimeoutMillis } = settings;
  return watchErrors(new Pool({ ...configOf(settings), max, min, connectionTimeoutMillis }), onError);
}

/** Calls `onError` for each connection that `pool` loses, idle or in use. */
export function watchErrors<P extends Pool>(pool: P, onError: (error: Error) => void): P {
  return pool.on('error', onError).on('connect', (client) => client.on('error', onError));
}

type OnConnect = (error: Error | null, client?: Client) => void;

/** A connection to a suitable server of its connection string, which is closed when that server is lost. */
export class DatabaseClient extends Client implements TrackedConnection {
  readonly deadlineMs: number | undefined;
  readonly #servers: Servers;
  #place: Host | undefined;
  #isStandby: boolean | undefined;

  constructor(config: ClientConfig & { url: string; deadlineMs?: number | undefined }) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS });
    this.#servers = serversOf(config.url);
    this.deadlineMs = config.deadlineMs;
  }

  get place() {
    return this.#place;
  }

  get processId() {
    return internalsOf(this).processID;
  }

  isBusy(): boolean {
    return internalsOf(this).readyForQuery === false;
  }

  bytesRead(): number {
    return internalsOf(this).connection.stream.bytesRead;
  }

  terminate(reason: string): void {
    internalsOf(this).connection.stream.destroy(Object.assign(new Error(reason), { code: 'ECONNRESET' }));
  }

  // pg's own signatures: a promise or a callback.
  override connect(): Promise<this>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<this> | void {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error) => (error ? reject(error) : resolve(this))),
      );
    }
    const place = this.#servers.place();
    if (place instanceof Promise) place.then((found) => this.#connectTo(found, callback), callback);
    else this.#connectTo(place, callback);
  }

  /** Closes the connection, within a second even if the server does not respond. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { stream } = internalsOf(this).connection;
    const overdue = setTimeout(() => stream.destroy(), END_TIMEOUT_MS);
    this.once('end', () => clearTimeout(overdue));
    overdue.unref();
    return callback ? super.end(callback) : super.end();
  }

  #connectTo(place: Host | undefined, callback: OnConnect): void {
    this.#place = place;
    if (place) Object.assign(this, place);
    const { connection } = internalsOf(this);
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) this.#leaveStandby();
    });
    const deadline = startDeadline(CONNECT_TIMEOUT_MS);
    void deadline.over.then(() => this.terminate('the database did not respond in time'));
    super.connect((error: Error | null) => {
      deadline.stop();
      if (error) {
        this.#servers.forget();
        callback(error);
      } else if (this.#isOfOtherKind()) {
        this.#servers.forget();
        // Destroying it would emit an error before the caller listens for one.
        this.end(() => {});
        callback(Object.assign(new Error('the server is not of the requested kind'), { code: READ_ONLY }));
      } else {
        this.#servers.track(this);
        this.once('end', () => this.#servers.untrack(this));
        callback(null, this);
      }
    });
  }

  #isOfOtherKind(): boolean {
    const { attributes } = this.#servers;
    return (
      attributes !== 'any' &&
      this.#isStandby !== undefined &&
      this.#isStandby !== (attributes === 'read-only')
    );
  }

  /** Closes the connection to a server that became read-only, after its error was delivered. */
  #leaveStandby(): void {
    this.#servers.forget();
    setImmediate(() => this.terminate('the server is read-only'));
  }
}
