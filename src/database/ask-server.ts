import { Client } from 'pg';
import type { Attributes, Host } from '../database-url.ts';
import { internalsOf } from './pg-internals.ts';

/** The caller's own deadline is shorter; this one only counts while the event loop is blocked. */
const CONNECT_TIMEOUT_MS = 10_000;

// Of processes of other roles the state is hidden; the service's connections have its own.
const QUESTION = `
  SELECT pg_backend_pid() AS pid,
         pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
         ARRAY(SELECT pid || ' ' || coalesce(state, '') FROM pg_stat_activity WHERE pid = ANY($1)) AS processes`;

export interface Answer {
  place: Host | undefined;
  /** Whether a pooler answered: its process ids are not those of PostgreSQL. */
  isPooler: boolean;
  /** The state of each process that was asked for, by its id. Processes that no longer exist are left out. */
  processes: Map<number, string>;
}

export interface Question {
  url: string;
  place: Host | undefined;
  wanted: Attributes;
  processIds: number[];
  /** Ends the connection at once. */
  signal: AbortSignal;
}

/** Asks a server over a new connection. @throws when it does not answer, or is not of the wanted kind */
export async function ask({ url, place, wanted, processIds, signal }: Question): Promise<Answer> {
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
    const { rows } = await client.query<{ pid: number; isReadOnly: boolean; processes: string[] }>(QUESTION, [
      processIds,
    ]);
    const { pid, isReadOnly, processes } = rows[0]!;
    if (wanted !== 'any' && isReadOnly !== (wanted === 'read-only'))
      throw new Error('a server of the other kind');
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
