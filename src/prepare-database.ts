import type { Pool } from 'pg';
import { type Config, domainSettingsOf } from './config.ts';
import { connect } from './database/connect.ts';
import { locateDatabase } from './database/locate.ts';
import { migrate } from './database/migrate.ts';
import { storeSettings } from './schema/exchange/webhook/service-settings.ts';
import type { AnnounceDemo } from './demo.ts';
import type { Logger } from './log.ts';
import { openSecrets } from './secrets/open-secrets.ts';
import type { ProcessRole } from './role.ts';
import { type Directory, openDirectory } from './schema/people/cell/directory.ts';
import { resealSecrets } from './secrets/reseal-secrets.ts';

/** A database that is ready to use. */
export interface PreparedDatabase {
  url: string;
  /** A direct connection string; `url` may go through a pooler in transaction mode. */
  directUrl: string;
  isEmbedded: boolean;
  /** Set while the demo account waits to be announced. */
  announceDemo: AnnounceDemo | undefined;
  /** Whether anybody can sign in. */
  hasAccount: boolean;
  /** Stops the embedded server, if this process started it. */
  release(): Promise<void>;
}

/**
 * Finds or starts the database, migrates it, encrypts secrets that are still in plain text, enters its
 * accounts in the directory of cells, and creates the demo account if configured.
 *
 * @throws what the parts throw, and when `signal` aborts, with the database released
 */
export async function prepareDatabase(
  config: Config,
  role: ProcessRole,
  log: Logger,
  signal?: AbortSignal,
): Promise<PreparedDatabase> {
  const { url, directUrl, isEmbedded, release } = await locateDatabase(config, 'service');
  try {
    signal?.throwIfAborted();
    await migrate(directUrl);
    signal?.throwIfAborted();
    // The key of the demo account is shown once, so this needs a process that serves an interface.
    const wantsDemo = role !== 'worker' && (config.DEMO ?? isEmbedded);
    const rows = await prepareRows(config, directUrl, wantsDemo, log);
    return { url, directUrl, isEmbedded, release, ...rows };
  } catch (error) {
    await release();
    throw error;
  }
}

async function prepareRows(
  config: Config,
  url: string,
  wantsDemo: boolean,
  log: Logger,
): Promise<Pick<PreparedDatabase, 'announceDemo' | 'hasAccount'>> {
  const database = connect(url, { max: 1 });
  const directory = openDirectory(config);
  try {
    const secrets = await openSecrets(config, database.pool);
    await resealSecrets(database.pool, secrets, 'plain');
    await storeSettings(database.pool, config);
    if (directory) await adoptAccounts(directory, database.pool, log);
    const hasAccount = async () => (await database.pool.query('SELECT FROM accounts LIMIT 1')).rowCount !== 0;
    if (!wantsDemo) return { announceDemo: undefined, hasAccount: await hasAccount() };
    // The demo imports half of the domain, which a process without a demo may not need.
    const { announceDemo, createDemo } = await import('./demo.ts');
    const isDue = await createDemo(database, { ...domainSettingsOf(config), secrets, directory }, log);
    return {
      announceDemo: isDue ? (print) => announceDemo(url, config.CELL, print) : undefined,
      hasAccount: await hasAccount(),
    };
  } finally {
    await directory?.close();
    await database.close();
  }
}

/**
 * Accounts may be older than the directory, or come from a backup. API keys work without it, so the start
 * continues.
 */
async function adoptAccounts(directory: Directory, pool: Pool, log: Logger): Promise<void> {
  try {
    const taken = await directory.adopt(pool);
    if (taken > 0)
      log.warn(
        { accounts: taken },
        'another cell has the e-mails of some accounts: nobody can sign in to them',
      );
  } catch (error) {
    log.warn(
      { err: error },
      'DIRECTORY_URL cannot be used: accounts were not entered in the directory; restart when it is back',
    );
  }
}
