import { releaseMigrations, type Migration } from '../database/migrate.ts';
import { VERSION } from '../version.ts';
import { BackupError, BackupReader, type Header } from './backup-file.ts';

/** A backup that this version can restore. */
export interface OpenBackup {
  path: string;
  reader: BackupReader;
  header: Header;
  /** The migrations of the version that wrote the backup. */
  migrations: Migration[];
}

/**
 * Opens a backup.
 *
 * @throws BackupError when the file cannot be read, or is from a version that this one cannot restore
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const { reader, header } = await BackupReader.open(path);
  const migrationsHere = await releaseMigrations();
  const migrations = header.migrations.map(({ name, checksum }) => {
    const migration = migrationsHere.find((other) => other.name === name);
    if (migration?.checksum === checksum) return migration;
    const which = migration ? 'another version' : 'a newer version';
    const number = header.version ? ` (${header.version})` : '';
    throw new BackupError(
      `${path} was made by ${which} of Provender${number}, which this one (${VERSION}) cannot restore: see its migration ${name}`,
    );
  });
  return { path, reader, header, migrations };
}
