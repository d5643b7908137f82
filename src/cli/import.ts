import { readFile, stat } from 'node:fs/promises';
import { type Command, Argument } from 'commander';
import { terminalText } from '../../clients/typescript/command/terminal-text.ts';
import { domainSettingsOf } from '../config.ts';
import { createLog } from '../log.ts';
import { findAccount } from '../schema/account/find-account.ts';
import { SCOPES } from '../schema/api-key/scopes.ts';
import type { Context } from '../schema/context.ts';
import { fault } from '../schema/errors.ts';
import { DISPATCH_CHANNEL, LIVE_CHANNEL } from '../schema/event/announcer.ts';
import { IMPORT_KINDS, type ImportKind } from '../schema/import/import-fields.ts';
import { readImport } from '../schema/import/read-import.ts';
import { type ImportOutcome, runBatches } from '../schema/import/run-batches.ts';
import { awaitTurn, writeImport } from '../schema/import/write-import.ts';
import { createSecretBox } from '../schema/secret/secret-box.ts';
import { MAX_FILE_BYTES } from '../spreadsheet/limits.ts';
import { print } from './print.ts';
import { type Session, withDatabase } from './run.ts';

interface Options {
  account: string;
  map?: string;
  dryRun?: boolean;
  json?: boolean;
  audit?: boolean;
}

/** Adds the command that imports a file. */
export function addImportCommand(program: Command): Command {
  return program
    .command('import')
    .description('import a CSV or .xlsx file, all of it or nothing')
    .addArgument(new Argument('<kind>').choices(IMPORT_KINDS))
    .argument('<file>')
    .requiredOption('--account <email>')
    .option('--map <pairs>', "the fields of columns: 'Column=field,…' (default: as they are named)")
    .option('--dry-run', 'only show what the import would do')
    .action(async (kind: ImportKind, file: string, _options: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const bytes = await readBytes(file);
      const outcome = await withDatabase((session) => importFile(session, kind, bytes, options), {
        isAudited: options.audit === true,
      });
      const { refusals, ...counts } = outcome;
      const { rows: _rows, refused, ...others } = counts;
      print(options.json ? { ...counts, refusals } : counts, options.json === true);
      if (refused === 0) return;
      if (!options.json) process.stdout.write(refusals.map(lineOf).join(''));
      const records = Object.values(others).reduce((sum, count) => sum + count, refused);
      throw new Error(`${refused} of ${records} records are refused. Nothing was written`);
    });
}

async function readBytes(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  if (size > MAX_FILE_BYTES)
    throw fault('payload_too_large', `The file must be at most ${MAX_FILE_BYTES / 1_024 ** 2} MiB`);
  return readFile(file);
}

async function importFile(
  { config, database, audit }: Session,
  kind: ImportKind,
  file: Buffer,
  { account: email, map, dryRun }: Options,
): Promise<ImportOutcome> {
  const { prisma } = database;
  const account = await findAccount(prisma, email);
  const { timeZone } = await prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  const log = createLog('info');
  let isAnnounced = false;
  const context: Context = {
    caller: { accountId: account.id, plan: account.plan, timeZone, scopes: new Set(SCOPES) },
    db: prisma,
    log: () => log,
    announce: () => void (isAnnounced = true),
    settings: { ...domainSettingsOf(config), secrets: createSecretBox(config.SECRETS_KEY ?? []) },
  };
  const read = await readImport(`account:${account.id}`, file, { kind, map });
  const preview = await runBatches(context, read, { isCheck: true });
  if (dryRun || preview.refused > 0) return preview;
  const outcome = await writeImport(context, read, { takeTurn: (tx) => awaitTurn(tx, context) });
  if (outcome!.refused > 0) return outcome!;
  if (isAnnounced)
    for (const channel of [LIVE_CHANNEL, DISPATCH_CHANNEL]) await database.pool.query(`NOTIFY ${channel}`);
  const { created, updated } = outcome!;
  await audit('file.imported', { account: String(account.id), kind, created, updated });
  return outcome!;
}

function lineOf({ row, column, value, message }: ImportOutcome['refusals'][number]): string {
  const place = column === null ? '' : `, ${column}`;
  const text = value === null ? '' : ` '${value}'`;
  return `${terminalText(`row ${row}${place}${text}: ${message}`)}\n`;
}
