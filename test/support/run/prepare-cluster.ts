import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openCluster } from '@provender/embedded-cluster/cluster';
import { prepareDatabase, serviceUrl } from '@provender/embedded-cluster/service-role';
import { Client } from 'pg';
import { migrate } from '../../../src/database/migrate.ts';
import { PREPARED, PREPARED_DATABASE } from '../process/prepared-cluster.ts';

/** Creates the cluster that tests copy, with a migrated database, and stops it. */
async function prepareCluster(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-test-'));
  // As root, PostgreSQL runs as another user; if it could not access the folder, the cluster would be created
  // elsewhere.
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, 'provender');
  await cluster.start();
  const client = new Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  const url = cluster.url(PREPARED_DATABASE);
  await prepareDatabase(client, url).finally(() => client.end());
  await migrate(serviceUrl(url));
  await cluster.stop();
  await rm(join(folder, 'postgres/postgres.log'));
  // A rename shows nobody half a cluster. Another run may have been faster.
  const draft = `${PREPARED}.${process.pid}`;
  await mkdir(dirname(PREPARED), { recursive: true });
  await promisify(execFile)('cp', ['-a', join(folder, 'postgres'), draft]);
  await rm(PREPARED, { recursive: true, force: true });
  await rename(draft, PREPARED).catch(() => rm(draft, { recursive: true }));
  await rm(folder, { recursive: true });
}

await prepareCluster();
