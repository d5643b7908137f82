/**
 * `npm run release:record` describes this version in `released`, right before it is released, for comparisons
 * with later versions. The description is committed, because a clone has neither tags nor history for sure.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MIGRATIONS = 'prisma/migrations';
const RELEASED = 'released';
const CHECKSUMS = 'migrations.json';

/** The schemas of a version by the names of their files: of GraphQL, REST and the database. */
export interface Schemas {
  'schema.graphql': string;
  'openapi.json': string;
  'schema.sql': string;
}

/** A released version. */
export interface Release {
  version: string;
  schemas: Schemas;
  /** The SHA-256 of its migrations, by name. */
  migrations: Record<string, string>;
}

/** Returns the last release; undefined before the first. */
export function lastRelease(): Release | undefined {
  const versions = existsSync(RELEASED) ? readdirSync(RELEASED) : [];
  const last = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return last === undefined ? undefined : releaseOf(last);
}

/** Returns a release; undefined if the version has none. */
export function releaseOf(version: string): Release | undefined {
  const folder = join(RELEASED, version);
  if (!existsSync(folder)) return undefined;
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const schemas = {
    'schema.graphql': read('schema.graphql'),
    'openapi.json': `${JSON.stringify(JSON.parse(read('openapi.json')), null, 2)}\n`,
    'schema.sql': read('schema.sql'),
  };
  return { version, schemas, migrations: JSON.parse(read(CHECKSUMS)) };
}

/** Returns this version as if it were released. */
export function releaseNow(): Release {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const names = migrationNames();
  return {
    version,
    schemas: {
      'schema.graphql': readFileSync('schema.graphql', 'utf8'),
      'openapi.json': readFileSync('openapi.json', 'utf8'),
      'schema.sql': names.map((name) => `-- ${name}\n\n${sqlOf(name).trim()}\n`).join('\n'),
    },
    migrations: Object.fromEntries(
      names.map((name) => [name, createHash('sha256').update(sqlOf(name)).digest('hex')]),
    ),
  };
}

/** Returns the text of a migration. */
export function sqlOf(name: string): string {
  return readFileSync(`${MIGRATIONS}/${name}/migration.sql`, 'utf8');
}

function migrationNames(): string[] {
  return globSync(`${MIGRATIONS}/*/migration.sql`)
    .map((file) => basename(dirname(file)))
    .toSorted();
}

function recordRelease(): void {
  const { version, schemas, migrations } = releaseNow();
  // A version that is being developed is not released: its number says so.
  if (version.includes('-')) throw new Error(`${version} is no version to release: set one without a suffix`);
  const folder = join(RELEASED, version);
  mkdirSync(folder, { recursive: true });
  // In one line: nobody reads it here.
  const compact = { ...schemas, 'openapi.json': JSON.stringify(JSON.parse(schemas['openapi.json'])) };
  for (const [name, text] of Object.entries(compact)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, CHECKSUMS), `${JSON.stringify(migrations, null, 2)}\n`);
  console.log(`${folder} describes ${version}. Commit it, then run "npm run release".`);
}

if (import.meta.main) recordRelease();
