import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { connect, type Database, inTransaction, type Tx } from '../database/connect.ts';
import { keyFileOf } from '../secrets/key-file.ts';
import { locateDatabase } from '../database/locate.ts';
import { migrate } from '../database/migrate.ts';
import { createLog, type Logger } from '../log.ts';
import type { AuditAction } from '../schema/core/audit/actions.ts';
import { OPERATOR } from '../schema/core/caller/actors.ts';
import { logEntry, type LoggedAction } from '../schema/core/audit/log-entry.ts';
import { type AuditDetails, writeEntry } from '../schema/core/audit/write-entry.ts';
import { type Directory, openDirectory } from '../schema/people/cell/directory.ts';
import { PROVENDER } from '../version.ts';

/** Leaves an entry in the audit log of an account, in the transaction of a command. */
type Leave = (action: AuditAction, accountId: bigint, details?: AuditDetails) => Promise<void>;

/** The resources of a command. */
export interface CommandSession {
  config: Config;
  database: Database;
  /** The direct connection string of the database. */
  url: string;
  /** The directory of cells, if there are several. */
  directory: Directory | undefined;
  /** The names of the migrations that were applied. */
  applied: string[];
  /** The log of the command, which writes nothing unless --audit is set. */
  log: Logger;
  /**
   * Runs `work` in one transaction with the entries that it leaves in audit logs, as the operator. If --audit
   * is set, the log has a line for each once they are committed.
   */
  audited<T>(work: (tx: Tx, leave: Leave) => Promise<T>): Promise<T>;
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
  work: (session: CommandSession) => Promise<T>,
  { isAudited, mayCreate = false }: Use,
): Promise<T> {
  const log = createLog(isAudited ? 'info' : 'silent');
  return withLocation(
    async ({ config, url }) => {
      const applied = await migrate(url);
      const database = connect(url, { max: 2 });
      const directory = openDirectory(config);
      const session: CommandSession = {
        config,
        database,
        url,
        directory,
        applied,
        log,
        async audited(work) {
          const left: [action: LoggedAction, accountId: bigint, details?: AuditDetails][] = [];
          const result = await inTransaction(database.prisma, (tx) =>
            work(tx, async (action, accountId, details) => {
              await writeEntry(tx, { accountId, action, actor: OPERATOR, details });
              left.push([action, accountId, details]);
            }),
          );
          for (const [action, accountId, details] of left)
            logEntry(log, action, { accountId, actor: OPERATOR }, details);
          return result;
        },
      };
      return work(session).finally(async () => {
        await directory?.close();
        await database.close();
      });
    },
    { mayCreate },
  ).finally(() => log.flush());
}

/** When a command creates an embedded database if there is none. */
interface Creation {
  mayCreate?: boolean;
  /** The command that creates it in a DATA_DIR that is set; without it, only `mayCreate` decides. */
  byDataDir?: string;
}

/**
 * Runs `work` on the location of the server's database, without migrating it, and closes it afterwards.
 *
 * @throws Error that names the variable to set, when there is no database and none may be created
 */
export async function withLocation<T>(
  work: (location: Location) => Promise<T>,
  { mayCreate = false, byDataDir }: Creation = {},
): Promise<T> {
  const config = readConfig(process.env);
  const located = await locateDatabase(config, 'command', {
    mayCreate: mayCreate || (byDataDir !== undefined && config.isDataDirSet),
    help: byDataDir && `to create it, run DATA_DIR=${config.DATA_DIR} ${PROVENDER} ${byDataDir}`,
  });
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
