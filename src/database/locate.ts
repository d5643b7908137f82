import type { Config } from '../config.ts';
import { type Holder, openEmbedded } from './embedded/embedded.ts';

export interface DatabaseLocation {
  url: string;
  isEmbedded: boolean;
  /** Lets go of the embedded server, if this process holds it. */
  release(): Promise<void>;
}

/** The database this process shall use: the one in DATABASE_URL, else the embedded one. */
export async function locateDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  holder: Holder,
): Promise<DatabaseLocation> {
  if (DATABASE_URL) return { url: DATABASE_URL, isEmbedded: false, release: async () => {} };
  return { ...(await openEmbedded(DATA_DIR, holder)), isEmbedded: true };
}
