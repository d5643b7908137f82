import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { connect, type Database } from '../../../src/database/connect.ts';

export const TEMPLATE = 'provender_template';

/** A temporary, migrated, empty database. */
export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** Creates a database from `template`. PostgreSQL's own template is empty, not even migrated. */
export async function createDatabase(
  template: typeof TEMPLATE | 'template0' = TEMPLATE,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(inject('serverUrl'));
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('serverUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Runs the tests of a file on a separate database. Its fields are available once the tests run. */
export function useDatabase(): Database & TestDatabase {
  const database = {} as Database & TestDatabase;
  beforeAll(async () => {
    const testDatabase = await createDatabase();
    Object.assign(database, testDatabase, connect(testDatabase.url, { max: 5 }));
  });
  afterAll(async () => {
    await database.close();
    await database.drop();
  });
  return database;
}
