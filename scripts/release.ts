/**
 * `npm run release:record` describes this version in `released`, once it is released, for comparisons with
 * later versions. The description is committed, because a clone has neither tags nor history for sure.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

export const SCHEMA = 'schema.graphql';
const MIGRATIONS = 'prisma/migrations';
const RELEASED = 'released';

/** A released version. */
export interface Release {
  version: string;
  /** The text of its `schema.graphql`. */
  schema: string;
  /** The SHA-256 of its migrations, by name. */
  migrations: Record<string, string>;
}

/** Returns the last release; undefined before the first. */
export function lastRelease(): Release | undefined {
  if (!existsSync(`${RELEASED}/release.json`)) return undefined;
  const schema = readFileSync(`${RELEASED}/${SCHEMA}`, 'utf8');
  return { ...JSON.parse(readFileSync(`${RELEASED}/release.json`, 'utf8')), schema };
}

/** Returns the SHA-256 of the migrations of this version, by name. */
export function migrationsNow(): Record<string, string> {
  const names = globSync(`${MIGRATIONS}/*/migration.sql`)
    .map((file) => basename(dirname(file)))
    .toSorted();
  return Object.fromEntries(
    names.map((name) => [name, createHash('sha256').update(sqlOf(name)).digest('hex')]),
  );
}

/** Returns the text of a migration. */
export function sqlOf(name: string): string {
  return readFileSync(`${MIGRATIONS}/${name}/migration.sql`, 'utf8');
}

function recordRelease(): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const description = { version, migrations: migrationsNow() };
  mkdirSync(RELEASED, { recursive: true });
  writeFileSync(`${RELEASED}/${SCHEMA}`, readFileSync(SCHEMA));
  writeFileSync(`${RELEASED}/release.json`, `${JSON.stringify(description, null, 2)}\n`);
}

if (import.meta.main) recordRelease();
