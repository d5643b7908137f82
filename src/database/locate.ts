import { type EmbeddedDatabase, type Holder, openEmbedded } from '@provender/embedded-cluster';
import { FolderError, HeldError, NoBinariesError } from '@provender/embedded-cluster/errors';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import { lineOf } from '../error-line.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const OLDEST_VERSION = 15;

export interface DatabaseLocation {
  url: string;
  isEmbedded: boolean;
  /** Whether a running service uses it, as far as that is known: of other people's servers it is assumed. */
  isServed: boolean;
  /** Lets go of the embedded server, if this process holds it. */
  release(): Promise<void>;
}

/** The database this process shall use: the one in DATABASE_URL, else the embedded one. */
export async function locateDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  holder: Holder,
): Promise<DatabaseLocation> {
  if (DATABASE_URL) {
    await check(DATABASE_URL);
    return { url: DATABASE_URL, isEmbedded: false, isServed: true, release: async () => {} };
  }
  return { ...(await openIn(DATA_DIR, holder)), isEmbedded: true };
}

/** @throws Error that names the variable which helps */
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
  if (error instanceof HeldError) {
    return `another Provender already runs on DATA_DIR ${folder} (process ${error.pid}): stop it, choose another DATA_DIR, or let both share a DATABASE_URL`;
  }
  return undefined;
}

/** @throws Error that names the variable, unless a server that can be used answers at `url` */
async function check(url: string): Promise<void> {
  const version = await versionOf(url).catch((error: unknown) => {
    throw new Error(`DATABASE_URL: the database cannot be used: ${lineOf(error)}`, { cause: error });
  });
  if (version < OLDEST_VERSION) {
    throw new Error(
      `DATABASE_URL: PostgreSQL ${version} is too old, ${OLDEST_VERSION} is the oldest that works`,
    );
  }
}

async function versionOf(url: string): Promise<number> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'provender',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } finally {
    client.end().catch(() => {});
  }
}
