import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { ReportProgress } from '../backup/copied.ts';
import { openBackup } from '../backup/open-backup.ts';
import { restoreBackup, type Restored } from '../backup/restore-backup.ts';
import { PHOTOS } from '../backup/tables.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { connect } from '../database/connect.ts';
import { openSecrets } from '../secrets/open-secrets.ts';
import { usedKeyIds } from '../secrets/reseal-secrets.ts';
import { type Output, print, printNext } from './print.ts';
import { type Location, withLocation } from './run.ts';

const MAX_SKIPPED_IDS = 1_000_000_000;

/** Adds the commands that back up and restore the database. */
export function addBackupCommands(program: Command): Command[] {
  const backup = program
    .command('backup')
    .description('write all data to a new file, while the service is running')
    .argument('<file>')
    .option('--no-photos', 'leave out the photos of receipts')
    .action(
      onFile((file, { photos }) =>
        withLocation(async (location) => {
          const written = await writeBackup(location.url, file, {
            leftOut: photos === false ? [PHOTOS] : [],
            onProgress: printProgress,
            signal: untilSignal(),
          });
          await sayWhatKeyItNeeds(location);
          return { file, ...written, database: locationName(location) };
        }),
      ),
    );
  const restore = program
    .command('restore')
    .description('load a backup into an empty database')
    .argument('<file>')
    .option('--skip-ids <count>', 'ids to skip after those in the backup', toCount)
    .option('--end-sessions', 'end all sessions, also those that had ended since the backup')
    .option('--revoke-keys', 'revoke all API keys, also those that were revoked since the backup')
    .option('--as-original', 'leave webhooks, alerts and standing orders on, in place of the original')
    .option('--keep-webhooks-active', 'the same as --as-original')
    .action(
      onFile(async (file, { skipIds, asOriginal, keepWebhooksActive, endSessions, revokeKeys }) => {
        const opened = await openBackup(file);
        return withLocation(
          async (location) => {
            const options = {
              skipIds: skipIds as number | undefined,
              access: {
                endSessions: endSessions === true,
                revokeKeys: revokeKeys === true,
                asOriginal: asOriginal === true || keepWebhooksActive === true,
              },
              mayStartOver: location.isEmbedded,
              onProgress: printProgress,
              signal: untilSignal(),
            };
            const restored = await restoreBackup(location.url, opened, options);
            await sayWhetherKeyIsThere(location);
            await sayWhatRests(location.url, restored);
            const { createdAt, tables, rows, applied } = restored;
            return {
              file,
              created_at: createdAt,
              tables,
              rows,
              applied,
              webhooks_deactivated: restored.webhooksDeactivated,
              accounts_resting: restored.accountsResting,
              standing_orders_resting: restored.standingOrdersResting,
            };
          },
          { byDataDir: `restore ${file}` },
        );
      }),
    );
  return [backup, restore];
}

function onFile(work: (file: string, options: Record<string, unknown>) => Promise<Output>) {
  return async (file: string, _options: object, command: Command) => {
    const { json, ...options } = command.optsWithGlobals<Record<string, unknown>>();
    print(await work(resolve(file), options), json === true);
  };
}

const printProgress: ReportProgress = (text) => void process.stderr.write(`${text}\n`);

/** Aborts at a signal, so that an interrupted command leaves no partial file or database. */
function untilSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopping.abort(new Error('interrupted by a signal: nothing was kept')));
  }
  return stopping.signal;
}

/** Returns the name of the database for people, without its password. */
function locationName({ url, isEmbedded, folder }: Location): string {
  if (isEmbedded) return `embedded in ${folder}`;
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`;
}

async function sayWhatKeyItNeeds({ url, isEmbedded, keyFile }: Location): Promise<void> {
  const used = await withPool(url, usedKeyIds);
  if (used.length === 0) return;
  const key = isEmbedded ? `SECRETS_KEY, or ${keyFile},` : 'SECRETS_KEY';
  process.stderr.write(
    `The backup does not contain the key that encrypts secrets: keep a copy of ${key} too.\n`,
  );
}

async function sayWhatRests(
  url: string,
  { accountsResting, webhooksDeactivated, standingOrdersResting }: Restored,
): Promise<void> {
  if (accountsResting === 0) return;
  const [accounts, webhooks, orders] = [
    counted(accountsResting, 'account'),
    counted(webhooksDeactivated, 'active webhook'),
    counted(standingOrdersResting, 'standing order'),
  ];
  const { rows } = await withPool(url, (pool) =>
    pool.query<{ email: string }>('SELECT email FROM accounts WHERE resting_since IS NOT NULL LIMIT 1'),
  );
  const whose = accountsResting === 1 ? `--account ${rows[0]!.email}` : '--all';
  printNext(
    `Webhooks, alerts and standing orders of ${accounts} rest (${webhooks}, ${orders}), because the original may still ` +
      'be running. When this database replaces it, run',
    `webhook enable --restored ${whose}`,
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

async function sayWhetherKeyIsThere({ url, config }: Location): Promise<void> {
  await withPool(url, async (pool) => {
    if ((await usedKeyIds(pool)).length > 0) await openSecrets(config, pool);
  }).catch((error: Error) => {
    process.stderr.write(`Before you start the service: ${error.message}\n`);
  });
}

async function withPool<T>(url: string, work: (pool: ReturnType<typeof connect>['pool']) => Promise<T>) {
  const database = connect(url, { max: 1 });
  return work(database.pool).finally(database.close);
}

function toCount(value: string): number {
  const count = /^\d{1,10}$/.test(value) ? Number(value) : Infinity;
  if (count <= MAX_SKIPPED_IDS) return count;
  throw new InvalidArgumentError(`It must be an integer from 0 to ${MAX_SKIPPED_IDS}.`);
}
