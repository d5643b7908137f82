import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { connect, type Database } from '../database/connect.ts';
import { keyFileOf } from '../database/key-file.ts';
import { locateDatabase } from '../database/locate.ts';
import { migrate } from '../database/migrate.ts';
import { createLog } from '../log.ts';
import { audit, type AuditDetails } from '../schema/audit.ts';

/** What a command works with. */
export interface Session {
  config: Config;
  database: Database;
  /** Names of the migrations that were missing and have been applied. */
  applied: string[];
  /** Says what the command changed, to whoever asked for it by --audit. */
  audit(action: string, details: AuditDetails): void;
}

/** Where a command finds the server's database, whatever its version. */
export interface Location {
  config: Config;
  /** For what needs a session, as commands may. */
  url: string;
  isEmbedded: boolean;
  /** Where the key is that encrypts the secrets of an embedded database. */
  keyFile: string;
}

/** Runs `work` on the server's database, brought up to date, and lets go of it afterwards. */
export async function withDatabase<T>(
  work: (session: Session) => Promise<T>,
  { isAudited }: { isAudited: boolean },
): Promise<T> {
  const log = isAudited ? createLog('info') : undefined;
  return withLocation(async ({ config, url }) => {
    const applied = await migrate(url);
    const database = connect(url, { max: 2 });
    const session: Session = {
      config,
      database,
      applied,
      audit: (action, details) => log && audit(log, action, { by: 'command', ...details }),
    };
    return work(session).finally(database.close);
  }).finally(() => log?.flush());
}

/** Runs `work` where the server's database is, as it is, and lets go of it afterwards. */
export async function withLocation<T>(work: (location: Location) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const { directUrl: url, isEmbedded, isServed, release } = await locateDatabase(config, 'command');
  // Another checkout has a database of its own, in which nobody would look for what is created now.
  if (!isServed) {
    const folder = resolve(config.DATA_DIR);
    process.stderr.write(
      `Using the embedded database in ${folder}, which no running service uses. Set DATA_DIR or DATABASE_URL to use another one.\n`,
    );
  }
  return work({ config, url, isEmbedded, keyFile: keyFileOf(config.DATA_DIR) }).finally(release);
}
