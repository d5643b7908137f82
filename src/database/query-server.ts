import { Client } from 'pg';
import type { Attributes, Host } from '../database-url.ts';
import { internalsOf } from './pg-internals.ts';

/** The caller's deadline is shorter; this one only matters while the event loop is blocked. */
const CONNECT_TIMEOUT_MS = 10_000;

// The state of processes of other roles is hidden; the service's connections all use one role.
const STATE = `
  SELECT pg_backend_pid() AS pid,
         pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
         ARRAY(SELECT pid || ' ' || coalesce(state, '') FROM pg_stat_activity WHERE pid = ANY($1)) AS processes`;

export interface ServerState {
  place: Host | undefined;
  /** Whether a pooler responded: its process ids are not PostgreSQL's. */
  isPooler: boolean;
  /** The state of each requested process, by its id. Processes that no longer exist are left out. */
  processes: Map<number, string>;
}

export interface ServerQuery {
  url: string;
  place: Host | undefined;
  attributes: Attributes;
  processIds: number[];
  /** Closes the connection at once. */
  signal: AbortSignal;
}

/**
 * Queries a server over a new connection.
 *
 * @throws when it does not respond, or is not of the requested kind
 */
export async function queryServer({
  url,
  place,
  attributes,
  processIds,
  signal,
}: ServerQuery): Promise<ServerState> {
  signal.throwIfAborted();
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'provender probe',
  });
  if (place) Object.assign(client, place);
  client.on('error', () => {});
  const { connection } = internalsOf(client);
  const end = () => connection.stream.destroy();
  signal.addEventListener('abort', end);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; isReadOnly: boolean; processes: string[] }>(STATE, [
      processIds,
    ]);
    const { pid, isReadOnly, processes } = rows[0]!;
    if (attributes !== 'any' && isReadOnly !== (attributes === 'read-only'))
      throw new Error('the server is not of the requested kind');
    return {
      place,
      isPooler: pid !== internalsOf(client).processID,
      processes: new Map(processes.map((each) => [Number.parseInt(each), each.slice(each.indexOf(' ') + 1)])),
    };
  } finally {
    signal.removeEventListener('abort', end);
    client.end().catch(() => {});
  }
}
