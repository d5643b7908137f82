import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stage, temporaryFolder } from '../stage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NOT_COPIED = new Set(['.git', '.data', 'node_modules'].map((name) => join(ROOT, name)));
/** Sorts after all migrations of a version. */
export const MIGRATION = '29990101000000_of_the_next_version';
/** A migration for which older processes need not stop: they neither read nor write its table. */
const SQL = `
ALTER TABLE deliveries ADD COLUMN of_the_next_version text NOT NULL DEFAULT 'default';
ALTER TABLE products ADD COLUMN of_the_next_version bigint;
CREATE TABLE only_in_the_next_version (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX of_the_next_version ON products (account_id, of_the_next_version);
`;

/**
 * Copies this checkout to a folder, and adds a migration. Returns the folder, which is removed at the end.
 */
export async function copyWithMigration(onEnd: Stage['onEnd']): Promise<string> {
  const folder = await temporaryFolder(onEnd);
  await cp(ROOT, folder, { recursive: true, filter: (path) => !NOT_COPIED.has(path) });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const migration = join(folder, 'prisma/migrations', MIGRATION);
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), SQL);
  return folder;
}
