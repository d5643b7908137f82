import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export const TEMPLATE = 'provender_template';

/** A migrated, empty database of one's own. */
export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('serverUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
