import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { connect, type Database, type Db } from '../database/connect.ts';
import { keyFileOf } from '../database/key-file.ts';
import { locateDatabase } from '../database/locate.ts';
import { migrate } from '../database/migrate.ts';
import { createLog } from '../log.ts';
import { audit } from '../schema/audit.ts';
import type { AuditAction } from '../schema/audit/actions.ts';
import { OPERATOR } from '../schema/audit/actors.ts';
import { type AuditDetails, writeEntry } from '../schema/audit/write-entry.ts';
import { type Directory, openDirectory } from '../schema/cell/directory.ts';

/** What commands do that is audited. Releasing an e-mail concerns no account of this database. */
type CommandAction = AuditAction | 'email.released';

/** The resources of a command. */
export interface Session {
  config: Config;
  database: Database;
  /** The direct connection string of the database. */
  url: string;
  /** The directory of cells, if there are several. */
  directory: Directory | undefined;
  /** The names of the migrations that were applied. */
  applied: string[];
  /** Writes an entry in the audit log of the account, and an audit line if --audit is set. */
  audit(action: CommandAction, details: AuditDetails): Promise<void>;
}

/** The location of the server's database, whatever its version. */
export interface Location {
  config: Config;
  /** A direct connection string, because commands may need a session. */
  url: string;
  isEmbedded: boolean;
  /** The folder of an embedded database. */
  folder: string;
  /** The file with the key that encrypts secrets in an embedded database. */
  keyFile: string;
}

/** How a command uses the database. */
export interface Use {
  /** Whether to write a line to the log about each change. */
  isAudited: boolean;
  /** Whether to create an embedded database if there is none; otherwise that is an error. */
  mayCreate?: boolean;
}

/** Runs `work` on the server's database after migrating it, and closes it afterwards. */
export async function withDatabase<T>(
  work: (session: Session) => Promise<T>,
  { isAudited, mayCreate = false }: Use,
): Promise<T> {
  const log = isAudited ? createLog('info') : undefined;
  return withLocation(async ({ config, url }) => {
    const applied = await migrate(url);
    const database = connect(url, { max: 2 });
    const directory = openDirectory(config);
    const session: Session = {
      config,
      database,
      url,
      directory,
      applied,
      async audit(action, details) {
        if (log) audit(log, action, { by: 'command', ...details });
        await keep(database.prisma, action, details);
      },
    };
    return work(session).finally(async () => {
      await directory?.close();
      await database.close();
    });
  }, mayCreate).finally(() => log?.flush());
}

/**
 * Runs `work` on the location of the server's database, without migrating it, and closes it afterwards.
 *
 * @throws Error that names the variable to set, when there is no database and none may be created
 */
export async function withLocation<T>(
  work: (location: Location) => Promise<T>,
  mayCreate = false,
): Promise<T> {
  const config = readConfig(process.env);
  const located = await locateDatabase(config, 'command', { mayCreate });
  const { directUrl: url, isEmbedded, isServed, isNew, release } = located;
  const folder = resolve(config.DATA_DIR);
  // A different checkout has its own database; records created there would go unnoticed.
  if (!isServed) {
    const which = isNew
      ? `Created an embedded database in ${folder}, because DATABASE_URL is not set.`
      : `Using the embedded database in ${folder}, which no running service uses.`;
    process.stderr.write(`${which} Set DATA_DIR or DATABASE_URL to use another one.\n`);
  }
  return work({ config, url, isEmbedded, folder, keyFile: keyFileOf(config.DATA_DIR) }).finally(release);
}

/** Writes the entry of a command, after its change. A key can be named without its account. */
async function keep(db: Db, action: CommandAction, { account, ...details }: AuditDetails): Promise<void> {
  if (action === 'email.released') return;
  const ofKey = { where: { id: BigInt(String(details.key ?? 0)) }, select: { accountId: true } };
  const accountId = account == null ? (await db.apiKey.findFirst(ofKey))?.accountId : BigInt(String(account));
  if (accountId !== undefined) await writeEntry(db, { accountId, action, actor: OPERATOR, details });
}
