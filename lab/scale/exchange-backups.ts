import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { releaseOf } from '../../scripts/record-release.ts';
import { releaseMigrations } from '../../src/database/migrate.ts';
import { onServer, type Stage, temporaryFolder } from '../stage.ts';
import type { InstalledRelease } from './last-release.ts';
import { MIGRATION } from './next-version.ts';

const run = promisify(execFile);
const PASSWORD = 'a long password';
const SOURCE = 'src/provender.ts';
const INSTALLED = 'dist/joined/cli.js';

/** Backups that go from one version to another. */
export interface Backups {
  /** Checks that this version restores the backup of the release. */
  restoreOlder(): Promise<void>;
  /** Checks that the release refuses the backup of the next version, and writes nothing. */
  refuseNewer(nextVersion: string): Promise<void>;
}

/** Creates the tables in an empty database with the release, and an account, and backs it up. */
export async function backUpWithRelease(
  { report, url, cluster, onEnd }: Stage,
  { folder, version }: InstalledRelease,
  environment: Record<string, string>,
): Promise<Backups> {
  const backups = await temporaryFolder(onEnd);
  const [older, newer] = [join(backups, 'older.backup'), join(backups, 'newer.backup')];
  const provender = (checkout: string | undefined, database: string, ...args: string[]) =>
    run(process.execPath, [checkout === folder ? INSTALLED : SOURCE, ...args], {
      cwd: checkout,
      env: { ...process.env, ...environment, DATABASE_URL: database },
    });
  const emptyDatabase = async (name: string) => {
    await onServer(cluster, `CREATE DATABASE ${name}`);
    return cluster.url(name);
  };
  await provender(folder, url, 'migrate');
  await provender(
    folder,
    url,
    'account',
    'create',
    '--email',
    'owner@supplier.example',
    '--password',
    PASSWORD,
  );
  await provender(folder, url, 'backup', older);
  // A refusal names the first migration that the release lacks.
  const { migrations } = releaseOf(version)!;
  const names = [...(await releaseMigrations()).map(({ name }) => name), MIGRATION];
  const firstMissing = names.find((name) => !(name in migrations))!;
  return {
    async restoreOlder() {
      const database = await emptyDatabase('restored');
      await provender(undefined, database, 'restore', older, '--as-original');
      const accounts = await countOf(database, 'SELECT count(*)::int AS count FROM accounts');
      report.guarantee(`accounts restored from a backup of ${version}`, accounts, accounts === 1);
    },
    async refuseNewer(nextVersion) {
      await provender(nextVersion, url, 'backup', newer);
      const database = await emptyDatabase('refused');
      const refusal = await provender(folder, database, 'restore', newer, '--as-original').then(
        () => 'restored',
        ({ stderr }: { stderr: string }) => stderr,
      );
      const isNamed = refusal.includes(firstMissing) && refusal.includes(version);
      report.guarantee(`a newer backup in ${version}`, isNamed ? 'refused by name' : refusal, isNamed);
      const tables = `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'`;
      report.none('tables that the refused backup left', await countOf(database, tables));
    },
  };
}

async function countOf(url: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(sql).finally(() => client.end());
  return rows[0]!.count;
}
