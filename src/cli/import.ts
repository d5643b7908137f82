import { readFile, stat } from 'node:fs/promises';
import { type Command, Argument } from 'commander';
import { z } from 'zod';
import { terminalText } from 'provender-client/terminal';
import { domainSettingsOf } from '../config.ts';
import { fileErrorOf } from '../error-line.ts';
import { createLog } from '../log.ts';
import { findAccount } from '../schema/people/account/find-account.ts';
import { fault } from '../schema/core/errors.ts';
import { DISPATCH_CHANNEL, LIVE_CHANNEL } from '../schema/exchange/live-event/announcer.ts';
import { actAsSystem } from '../schema/core/audit/act-as-system.ts';
import { OPERATOR } from '../schema/core/caller/actors.ts';
import { logEntry } from '../schema/core/audit/log-entry.ts';
import { writeEntry } from '../schema/core/audit/write-entry.ts';
import { choiceRulesOf, choicesOf } from '../schema/exchange/import/columns/import-choices.ts';
import { IMPORT_KINDS, type ImportKind } from '../schema/core/caller/import-kinds.ts';
import { readOptionsOf } from '../schema/exchange/import/columns/import-mappings.ts';
import { readImport } from '../schema/exchange/import/run/read-import.ts';
import type { ImportChange } from '../schema/exchange/import/columns/import-check.ts';
import type { ImportChoices, ImportProblem } from '../schema/exchange/import/columns/read-options.ts';
import { type ImportOutcome, rehearseBatches } from '../schema/exchange/import/run/run-batches.ts';
import { awaitTurn, writeImport } from '../schema/exchange/import/run/write-import.ts';
import { createSecretBox } from '../schema/core/secret/secret-box.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { MAX_FILE_BYTES } from '../spreadsheet/limits.ts';
import { leaveUnfinished } from './left-over.ts';
import { print } from './print.ts';
import { type CommandSession, withDatabase } from './run.ts';

interface ImportFlags {
  account: string;
  map?: string;
  sheet?: string;
  headerRow?: string;
  delimiter?: string;
  encoding?: string;
  decimal?: string;
  dates?: string;
  hours?: string;
  lostZeros?: string;
  onDifference?: string;
  dryRun?: boolean;
  json?: boolean;
  audit?: boolean;
}

/** Adds the command that imports a file. */
export function addImportCommand(program: Command): Command {
  return program
    .command('import')
    .description('import a CSV file or a spreadsheet, all of it or nothing')
    .addArgument(new Argument('<kind>').choices(IMPORT_KINDS))
    .argument('<file>')
    .requiredOption('--account <email>')
    .option('--map <pairs>', "the fields of columns: 'Column=field,[D]=field,…' (default: as they are named)")
    .option('--sheet <name>', 'the sheet with the list')
    .option('--header-row <number>', 'the row with the names of the columns')
    .option('--delimiter <sign>', 'the sign between the cells of a CSV file, or tab')
    .option('--encoding <label>', 'the encoding of a CSV file, such as windows-1252')
    .option('--decimal <sign>', 'the sign before decimals: . or ,')
    .option('--dates <order>', 'the order of dates such as 05/11/2026: dmy, mdy or ymd')
    .option('--hours <clock>', 'the clock of windows such as 9-5: 12 or 24')
    .option('--lost-zeros <choice>', 'whether 12 is another record than 00012: keep or refuse')
    .option(
      '--on-difference <choice>',
      'of deliveries: revise those that are pending and differ from the file',
    )
    .option('--dry-run', 'only show what the import would do')
    .action(async (kind: ImportKind, file: string, _options: ImportFlags, command: Command) => {
      const options = command.optsWithGlobals<ImportFlags>();
      const bytes = await readImportFile(file);
      const outcome = await withDatabase((session) => importFile(session, kind, bytes, options), {
        isAudited: options.audit === true,
      });
      const { refusals, problems, changes, notes: _notes, ...counts } = outcome;
      const { rows: _rows, refused, differs = 0, ...others } = counts;
      print(options.json ? { ...counts, refusals, changes, problems } : counts, options.json === true);
      if (problems.length > 0) {
        if (!options.json) process.stdout.write(problems.map(questionOf).join(''));
        throw new Error('The file leaves questions open. Nothing was written');
      }
      if (refused === 0) return differs > 0 ? leaveUnfinished(differencesText(changes, differs)) : undefined;
      if (!options.json) process.stdout.write(refusals.map(refusalLine).join(''));
      const records = Object.values(others).reduce((sum, count) => sum + count, refused + differs);
      throw new Error(`${refused} of ${records} records are refused. Nothing was written`);
    });
}

async function readImportFile(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch((error: unknown) => refuseUnreadable(file, error));
  if (size > MAX_FILE_BYTES)
    throw fault('payload_too_large', `The file must be at most ${MAX_FILE_BYTES / 1_024 ** 2} MiB`, null, {
      max: MAX_FILE_BYTES,
    });
  return readFile(file).catch((error: unknown) => refuseUnreadable(file, error));
}

function refuseUnreadable(file: string, error: unknown): never {
  throw new Error(`${file} cannot be read: ${fileErrorOf(error)}`, { cause: error });
}

async function importFile(
  { config, database, log }: CommandSession,
  kind: ImportKind,
  file: Buffer,
  { account: email, dryRun, ...options }: ImportFlags,
): Promise<ImportOutcome> {
  const choices = choicesOfFlags(kind, options);
  const { prisma } = database;
  const account = await findAccount(prisma, email);
  const { timeZone } = await prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  const warnings = createLog('info');
  let isAnnounced = false;
  const context = actAsSystem({ ...account, timeZone }, OPERATOR, {
    db: prisma,
    log: () => warnings,
    announce: () => void (isAnnounced = true),
    settings: { ...domainSettingsOf(config), secrets: createSecretBox(config.SECRETS_KEY ?? []) },
  });
  const read = await readImport(`account:${account.id}`, file, await readOptionsOf(context, kind, choices));
  const preview = await rehearseBatches(context, read);
  if (dryRun || preview.refused > 0 || preview.problems.length > 0) return preview;
  const entry = { accountId: account.id, action: 'file.imported', actor: OPERATOR } as const;
  const detailsOf = ({ created, updated, revised = 0 }: ImportOutcome) => ({
    kind,
    created,
    updated: updated + revised,
  });
  const outcome = await writeImport(context, read, {
    takeTurn: (tx) => awaitTurn(tx, context),
    onWritten: async (tx, written) => {
      await writeEntry(tx, { ...entry, details: detailsOf(written) });
    },
  });
  if (outcome!.refused > 0 || outcome!.problems.length > 0) return outcome!;
  if (isAnnounced)
    for (const channel of [LIVE_CHANNEL, DISPATCH_CHANNEL]) await database.pool.query(`NOTIFY ${channel}`);
  logEntry(log, entry.action, entry, detailsOf(outcome!));
  return outcome!;
}

/** Returns the choices of an import from flags, by the rules of its query parameters. */
function choicesOfFlags(
  kind: ImportKind,
  { headerRow, lostZeros, onDifference, ...options }: Omit<ImportFlags, 'account' | 'dryRun'>,
): ImportChoices {
  const { map, sheet, delimiter, encoding, decimal, dates, hours } = options;
  const given = {
    map,
    sheet,
    header_row: headerRow,
    delimiter,
    encoding,
    decimal,
    dates,
    hours,
    lost_zeros: lostZeros,
    on_difference: onDifference,
  };
  return choicesOf(valid(z.strictObject(choiceRulesOf(kind)).partial(), given));
}

function questionOf({ message, option, choices }: ImportProblem): string {
  const flag = option === undefined ? '' : ` (--${option.replace('_', '-')} ${choices?.join('|')})`;
  return `${message}${flag}\n`;
}

/** Returns a line for each value that differs, and the option to revise the deliveries. */
function differencesText(changes: readonly ImportChange[], differs: number): string {
  const lines = changes.filter(({ outcome }) => outcome === 'differs');
  const references = new Set(lines.map(({ row }) => row)).size;
  return [
    ...lines.map(
      ({ row, reference, field, from, to }) =>
        `row ${row}, ${reference ?? '-'}: ${field} is ${presentedValue(from)}, in the file ${presentedValue(to)}`,
    ),
    ...(references < differs ? [`${differs - references} more differ`] : []),
    `${differs} ${differs === 1 ? 'delivery differs from the file and stays' : 'deliveries differ from the file and stay'} as stored. To revise those that are pending: --on-difference revise`,
  ].join('\n');
}

function presentedValue(value: unknown): string {
  return value == null ? 'empty' : `'${String(value)}'`;
}

function refusalLine({ row, column, value, message }: ImportOutcome['refusals'][number]): string {
  const place = column === null ? '' : `, ${column}`;
  const text = value === null ? '' : ` '${value}'`;
  return `${terminalText(`row ${row}${place}${text}: ${message}`)}\n`;
}
