import { type Config, readConfig } from '../config.ts';
import { connect, type Database } from '../database/connect.ts';
import { locateDatabase } from '../database/locate.ts';
import { migrate } from '../database/migrate.ts';

/** What a command works with. */
export interface Session {
  config: Config;
  database: Database;
  /** Names of the migrations that were missing and have been applied. */
  applied: string[];
}

/** Runs `work` on the server's database, brought up to date, and lets go of it afterwards. */
export async function withDatabase<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const location = await locateDatabase(config, 'command');
  try {
    const applied = await migrate(location.url);
    const database = connect(location.url, { max: 2 });
    return await work({ config, database, applied }).finally(database.close);
  } finally {
    await location.release();
  }
}
