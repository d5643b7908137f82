import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '@provender/embedded-cluster/cluster';
import { migrate } from '../../../src/database/migrate.ts';
import { TEMPLATE } from '../database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the test server's maintenance database. */
    serverUrl: string;
  }
}

/**
 * One PostgreSQL server for the whole run, with a migrated template from which every test file
 * makes its own database. TEST_DATABASE_URL names another server to use instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startServer();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  // Nothing in a run has to survive a crash of the machine; otherwise dropping a database would take most of a second.
  if (!process.env.TEST_DATABASE_URL) {
    await client.query('ALTER SYSTEM SET fsync = off');
    await client.query('ALTER SYSTEM SET full_page_writes = off');
    await client.query('SELECT pg_reload_conf()');
  }
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  project.provide('serverUrl', server.url);
  return server.stop;
}

async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'provender-test-'));
  // As root, PostgreSQL runs as another user; if it could not access the folder, the cluster would be created
  // elsewhere and stay there.
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, 'provender');
  await cluster.start();
  return {
    url: cluster.url('postgres'),
    async stop() {
      await cluster.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
