import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster } from '@provender/embedded-cluster/cluster';
import { migrate } from '../../../src/database/migrate.ts';
import { TEMPLATE } from '../database/database.ts';
import { copyCluster, PREPARED_DATABASE } from '../process/prepared-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the test server's maintenance database. */
    serverUrl: string;
  }
}

/**
 * Starts the PostgreSQL server of the whole run, with a migrated template from which every test file
 * makes its own database. TEST_DATABASE_URL names another server to use instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startServer();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  // The prepared cluster has a migrated database already, of migrations that were not broken on purpose.
  const isPrepared = !given && !process.env.MIGRATE_ANEW;
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE ${isPrepared ? PREPARED_DATABASE : 'template1'}`);
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
  await copyCluster(folder);
  // Nothing in a run has to survive a crash of the machine; otherwise dropping a database would take most of
  // a second.
  await appendFile(
    join(folder, 'postgres/data/postgresql.auto.conf'),
    'fsync = off\nfull_page_writes = off\n',
  );
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
