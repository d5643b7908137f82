import { resolve } from 'node:path';
import { type Holder, openEmbedded } from '@provender/embedded-cluster';
import { FolderError, InUseError, NoBinariesError, NoClusterError } from '@provender/embedded-cluster/errors';
import type { Config } from '../config.ts';
import { errorLine } from '../error-line.ts';
import { checkPooler } from './check-pooler.ts';
import { type ConnectionSettings, openClient } from './client.ts';

const OLDEST_VERSION = 15;

export interface DatabaseLocation {
  /** The URL for statements and transactions; it may lead through a pooler in transaction mode. */
  url: string;
  /** The URL for work that needs a session. */
  directUrl: string;
  isEmbedded: boolean;
  /** Whether a running service uses the database; assumed for external servers. */
  isServed: boolean;
  /** Whether this call created the embedded database. */
  isNew: boolean;
  /** Stops the embedded server, if this process started it. */
  release(): Promise<void>;
}

type LocateConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>;

interface LocateOptions {
  /** Whether to create an embedded database where there is none. */
  mayCreate?: boolean;
  /** The advice in the error when there is no database, such as the command that would create it. */
  help?: string | undefined;
}

/**
 * Returns the database to use: the one in DATABASE_URL, otherwise the embedded one, which is created if there
 * is none and `mayCreate` allows it.
 *
 * @throws Error that names the variable to set
 */
export async function locateDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: LocateConfig,
  holder: Holder,
  { mayCreate = true, help }: LocateOptions = {},
): Promise<DatabaseLocation> {
  if (DATABASE_URL) {
    const directUrl = DATABASE_DIRECT_URL ?? DATABASE_URL;
    const way = { url: DATABASE_URL, isPooled: directUrl !== DATABASE_URL };
    const identity = await checkServer('DATABASE_URL', way, holder);
    // Commands use the direct connection only.
    if (holder === 'service') {
      await checkPooler(way).catch((error: unknown) => refuse('DATABASE_URL', errorLine(error), error));
    }
    if (directUrl !== DATABASE_URL) {
      const direct = await checkServer('DATABASE_DIRECT_URL', { url: directUrl }, holder);
      if (direct !== identity)
        refuse('DATABASE_DIRECT_URL', 'it leads to another database than DATABASE_URL');
    }
    return { url: DATABASE_URL, directUrl, isEmbedded: false, isServed: true, isNew: false, release: stay };
  }
  const embedded = await openEmbedded({ folder: DATA_DIR, name: 'provender', holder, mayCreate }).catch(
    (error: unknown) => {
      const explained = explain(error, DATA_DIR, help);
      throw explained ? new Error(explained, { cause: error }) : error;
    },
  );
  return { ...embedded, directUrl: embedded.url, isEmbedded: true };
}

/** Releases nothing, because external servers keep running. */
async function stay(): Promise<void> {}

function explain(error: unknown, folder: string, help = 'set one of them'): string | undefined {
  if (error instanceof NoBinariesError) return `${error.message}: set DATABASE_URL`;
  if (error instanceof FolderError) return `DATA_DIR: ${error.message}`;
  if (error instanceof NoClusterError) {
    return `DATABASE_URL is not set, and DATA_DIR ${resolve(folder)} has no database: ${help}`;
  }
  if (error instanceof InUseError) {
    return `another Provender already runs on DATA_DIR ${folder} (process ${error.pid}): stop it, choose another DATA_DIR, or let both share a DATABASE_URL`;
  }
  return undefined;
}

type Way = Pick<ConnectionSettings, 'url' | 'isPooled'>;

/**
 * Checks that the server can be used. Returns the identity of the database, which no other one has.
 *
 * @throws Error that names the variable, if it cannot
 */
async function checkServer(variable: string, way: Way, holder: Holder): Promise<string> {
  const { version, isReadOnly, identity } = await look(way).catch((error: unknown) =>
    refuse(variable, `the database cannot be used: ${errorLine(error)}${adviceFor(error)}`, error),
  );
  if (version < OLDEST_VERSION) {
    refuse(variable, `PostgreSQL ${version} is too old, ${OLDEST_VERSION} or later is required`);
  }
  // A backup can be made from a standby.
  if (isReadOnly && holder === 'service') {
    refuse(variable, 'the server accepts no writes, as a standby does: use the address of the primary');
  }
  return identity;
}

/** Returns what to do about the refusal of a pooler; empty for other errors. */
function adviceFor(error: unknown): string {
  if (!/startup parameter/i.test(errorLine(error))) return '';
  return '. A pooler is in front of PostgreSQL: set DATABASE_DIRECT_URL to the address of PostgreSQL itself';
}

function refuse(variable: string, reason: string, cause?: unknown): never {
  throw new Error(`${variable}: ${reason}`, { cause });
}

interface ServerState {
  version: number;
  isReadOnly: boolean;
  identity: string;
}

async function look(way: Way): Promise<ServerState> {
  const client = openClient({ ...way, name: 'provender' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
              pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
              extract(epoch FROM pg_postmaster_start_time()) || ' ' || current_database() AS identity`,
    );
    return rows[0]!;
  } finally {
    client.end().catch(() => {});
  }
}
