import { resolve } from 'node:path';
import { type EmbeddedDatabase, type Holder, openEmbedded } from '@provender/embedded-cluster';
import { FolderError, InUseError, NoBinariesError, NoClusterError } from '@provender/embedded-cluster/errors';
import type { Config } from '../config.ts';
import { errorLine } from '../error-line.ts';
import { checkPooler } from './check-pooler.ts';
import { type ConnectionSettings, openClient } from './client.ts';

const OLDEST_VERSION = 15;

export interface DatabaseLocation {
  /** For statements and transactions; may go through a pooler in transaction mode. */
  url: string;
  /** For work that needs a session. */
  directUrl: string;
  isEmbedded: boolean;
  /** Whether a running service uses it, as far as is known; assumed for external servers. */
  isServed: boolean;
  /** Whether this call created the embedded one. */
  isNew: boolean;
  /** Stops the embedded server, if this process started it. */
  release(): Promise<void>;
}

type LocateConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>;

/**
 * Returns the database to use: the one in DATABASE_URL, otherwise the embedded one, which is created if there is none
 * and `mayCreate` allows it.
 *
 * @throws Error that names the variable to set
 */
export async function locateDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: LocateConfig,
  holder: Holder,
  { mayCreate = true } = {},
): Promise<DatabaseLocation> {
  if (DATABASE_URL) {
    const directUrl = DATABASE_DIRECT_URL ?? DATABASE_URL;
    const way = { url: DATABASE_URL, isPooled: directUrl !== DATABASE_URL };
    await check('DATABASE_URL', way, holder);
    // Commands use the direct connection only.
    if (holder === 'service') {
      await checkPooler(way).catch((error: unknown) => refuse('DATABASE_URL', errorLine(error), error));
    }
    if (directUrl !== DATABASE_URL) await check('DATABASE_DIRECT_URL', { url: directUrl }, holder);
    return { url: DATABASE_URL, directUrl, isEmbedded: false, isServed: true, isNew: false, release: stay };
  }
  const embedded = await openIn(DATA_DIR, holder, mayCreate);
  return { ...embedded, directUrl: embedded.url, isEmbedded: true };
}

/** External servers keep running. */
async function stay(): Promise<void> {}

/**
 * Opens the embedded database.
 *
 * @throws Error that names the variable to set
 */
async function openIn(folder: string, holder: Holder, mayCreate: boolean): Promise<EmbeddedDatabase> {
  try {
    return await openEmbedded({ folder, name: 'provender', holder, mayCreate });
  } catch (error) {
    const explained = explain(error, folder);
    throw explained ? new Error(explained, { cause: error }) : error;
  }
}

function explain(error: unknown, folder: string): string | undefined {
  if (error instanceof NoBinariesError) return `${error.message}: set DATABASE_URL`;
  if (error instanceof FolderError) return `DATA_DIR: ${error.message}`;
  if (error instanceof NoClusterError) {
    return `DATABASE_URL is not set, and DATA_DIR ${resolve(folder)} has no database: set one of them`;
  }
  if (error instanceof InUseError) {
    return `another Provender already runs on DATA_DIR ${folder} (process ${error.pid}): stop it, choose another DATA_DIR, or let both share a DATABASE_URL`;
  }
  return undefined;
}

type Way = Pick<ConnectionSettings, 'url' | 'isPooled'>;

/**
 * Checks that the server can be used.
 *
 * @throws Error that names the variable, if it cannot
 */
async function check(variable: string, way: Way, holder: Holder): Promise<void> {
  const { version, isReadOnly } = await look(way).catch((error: unknown) =>
    refuse(variable, `the database cannot be used: ${errorLine(error)}${adviceFor(error)}`, error),
  );
  if (version < OLDEST_VERSION) {
    refuse(variable, `PostgreSQL ${version} is too old, ${OLDEST_VERSION} or later is required`);
  }
  // A backup can be made from a standby.
  if (isReadOnly && holder === 'service') {
    refuse(variable, 'the server accepts no writes, as a standby does: use the address of the primary');
  }
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
}

async function look(way: Way): Promise<ServerState> {
  const client = openClient({ ...way, name: 'provender' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version,
              pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
    );
    return rows[0]!;
  } finally {
    client.end().catch(() => {});
  }
}
