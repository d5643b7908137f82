import { type EmbeddedDatabase, type Holder, openEmbedded } from '@provender/embedded-cluster';
import { FolderError, InUseError, NoBinariesError } from '@provender/embedded-cluster/errors';
import type { Config } from '../config.ts';
import { lineOf } from '../error-line.ts';
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
  /** Stops the embedded server, if this process started it. */
  release(): Promise<void>;
}

type LocateConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>;

/** Returns the database to use: the one in DATABASE_URL, otherwise the embedded one. */
export async function locateDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: LocateConfig,
  holder: Holder,
): Promise<DatabaseLocation> {
  if (DATABASE_URL) {
    const directUrl = DATABASE_DIRECT_URL ?? DATABASE_URL;
    await check('DATABASE_URL', { url: DATABASE_URL, isPooled: directUrl !== DATABASE_URL });
    if (directUrl !== DATABASE_URL) await check('DATABASE_DIRECT_URL', { url: directUrl });
    return { url: DATABASE_URL, directUrl, isEmbedded: false, isServed: true, release: async () => {} };
  }
  const embedded = await openIn(DATA_DIR, holder);
  return { ...embedded, directUrl: embedded.url, isEmbedded: true };
}

/**
 * Opens the embedded database.
 *
 * @throws Error that names the variable to set
 */
async function openIn(folder: string, holder: Holder): Promise<EmbeddedDatabase> {
  try {
    return await openEmbedded({ folder, name: 'provender', holder });
  } catch (error) {
    const explained = explain(error, folder);
    throw explained ? new Error(explained, { cause: error }) : error;
  }
}

function explain(error: unknown, folder: string): string | undefined {
  if (error instanceof NoBinariesError) return `${error.message}: set DATABASE_URL`;
  if (error instanceof FolderError) return `DATA_DIR: ${error.message}`;
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
async function check(variable: string, way: Way): Promise<void> {
  const version = await versionOf(way).catch((error: unknown) => {
    throw new Error(`${variable}: the database cannot be used: ${lineOf(error)}`, { cause: error });
  });
  if (version < OLDEST_VERSION) {
    throw new Error(`${variable}: PostgreSQL ${version} is too old, ${OLDEST_VERSION} or later is required`);
  }
}

async function versionOf(way: Way): Promise<number> {
  const client = openClient({ ...way, name: 'provender' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } finally {
    client.end().catch(() => {});
  }
}
