import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { prepareAccount, storeAccount } from '../schema/people/account/create-account.ts';
import { findAccount, timeZoneOf } from '../schema/people/account/find-account.ts';
import { listAccounts, MAX_ACCOUNTS } from '../schema/people/account/list-accounts.ts';
import { PLANS } from '../schema/core/caller/plans.ts';
import { resetPassword } from '../schema/people/account/reset-password.ts';
import { setPlan } from '../schema/people/account/set-plan.ts';
import { accountOfKey } from '../schema/people/api-key/account-of-key.ts';
import { type IssuedKey, issueKey } from '../schema/people/api-key/issue-key.ts';
import { listKeys } from '../schema/people/api-key/list-keys.ts';
import { revokeKey } from '../schema/people/api-key/revoke-key.ts';
import { rotateKey } from '../schema/people/api-key/rotate-key.ts';
import { type Scope, SCOPES } from '../schema/core/caller/scopes.ts';
import { actionOf, toId } from './action.ts';
import { addBackupCommands } from './backup.ts';
import { addImportCommand } from './import.ts';
import { cut } from './cut.ts';
import { addDeletionCommands } from './delete-account.ts';
import { addDirectoryCommands } from './directory.ts';
import type { Output } from './print.ts';
import { readPassword } from './read-password.ts';
import { addRequestsCommands } from './requests.ts';
import { addSecondFactorCommand } from './second-factor.ts';
import { addSecretsCommands } from './secrets.ts';
import { declareStart } from './start.ts';
import { addWebhookCommands } from './webhook.ts';
import { declareWorkbench } from './workbench.ts';
import { FULL_VERSION } from '../version.ts';

/**
 * The commands that create an embedded database if there is none: others would work on an empty one
 * unnoticed.
 */
const CREATES = { mayCreate: true };

/** Creates the command line. Parser errors are thrown as CommanderError. */
export function createProgram(): Command {
  const program = new Command('provender')
    .description(
      'Operate Provender: accounts, API keys, webhooks, migrations, backups. Develop webhooks: listen, trigger.',
    )
    .version(FULL_VERSION)
    .option('--json', 'print one JSON value and nothing else')
    .option('--audit', 'write a line to stderr about each change')
    .exitOverride();

  // Started by `src/provender.ts`, which sees no command that comes first.
  const start = declareStart(program.command('start')).action((_options, command: Command) =>
    command.error('error: start takes no options before its name'),
  );

  const account = program
    .command('account')
    .description('create, list, delete and restore accounts, change plans, reset passwords');
  account
    .command('create')
    .description('create an account')
    .requiredOption('--email <email>')
    .requiredOption('--password <password>', 'use - to read it from stdin, or be prompted on a terminal')
    .option('--name <name>')
    .addOption(new Option('--plan <plan>').choices(PLANS))
    .action(
      actionOf(async ({ directory, audited }, { password, ...options }) => {
        const given = password === '-' ? await readPassword() : password;
        const prepared = await prepareAccount({ ...options, password: given });
        return audited(async (tx, leave) => {
          const { ownerId: _, ...account } = await storeAccount(tx, prepared, directory);
          await leave('account.created', account.id, { plan: account.plan });
          return account;
        });
      }, CREATES),
    );
  account
    .command('list')
    .description('list the accounts, oldest first')
    .option('--after <id>', 'the last account of the page before', toId)
    .option('--limit <count>', `1 to ${MAX_ACCOUNTS}`, toLimit, 100)
    .action(
      actionOf(async ({ database }, { after, limit: given }) => {
        const limit = given as number;
        const found = await listAccounts(database.prisma, {
          after: after as bigint | undefined,
          limit: limit + 1,
        });
        return cut(found, limit, ({ id }) => `To read on: account list --after ${id}`);
      }),
    );
  account
    .command('set-plan')
    .description('change the plan of an account')
    .requiredOption('--email <email>')
    .addOption(new Option('--plan <plan>').choices(PLANS).makeOptionMandatory())
    .action(
      actionOf(({ audited }, { email, plan }) =>
        audited(async (tx, leave) => {
          const account = await setPlan(tx, String(email), plan);
          await leave('account.plan_changed', account.id, { plan: account.plan });
          return account;
        }),
      ),
    );
  account
    .command('reset-password')
    .description('set a new password for a person of any account, and end all their sessions')
    .requiredOption('--email <email>')
    .requiredOption('--password <password>', 'use - to read it from stdin, or be prompted on a terminal')
    .action(
      actionOf(async ({ audited }, { email, password }) => {
        const given = password === '-' ? await readPassword() : password;
        return audited(async (tx, leave) => {
          const person = await resetPassword(tx, { email, password: given });
          await leave('password.reset', person.accountId, { person: String(person.personId) });
          return { id: person.personId, email: person.email };
        });
      }),
    );

  addDeletionCommands(account);
  addSecondFactorCommand(account);

  const key = program.command('key').description('create, rotate, revoke and list API keys');
  key
    .command('create')
    .description('create a key and show its value, once')
    .requiredOption('--account <email>')
    .requiredOption('--name <name>')
    .requiredOption('--scopes <scopes>', 'comma-separated, or all', toScopes)
    .option('--expires <time>', 'ISO 8601; a date means its end in the time zone of the account', toTime)
    .action(
      actionOf(
        async ({ config, database, audited }, { account: email, name, scopes, expires: expiresAt }) => {
          const { id } = await findAccount(database.prisma, String(email));
          const expiry =
            expiresAt === undefined
              ? undefined
              : endOfTime(String(expiresAt), await timeZoneOf(database.prisma, id));
          return audited(async (tx, leave) => {
            const issued = await issueKey(tx, id, { name, scopes, expiresAt: expiry }, config.CELL);
            await leave('key.created', id, { key: String(issued.id), scopes: issued.scopes });
            return toIssued(issued);
          });
        },
      ),
    );
  key
    .command('rotate')
    .description('replace the value of a key')
    .requiredOption('--id <id>', 'the key, which keeps its id', toId)
    .option('--grace <seconds>', 'how long the old value stays valid, up to 86400', toInteger)
    .action(
      actionOf(({ config, audited }, { id, grace }) =>
        audited(async (tx, leave) => {
          const issued = await rotateKey(tx, { id: id as bigint }, grace, config.CELL);
          const accountId = await accountOfKey(tx, issued.id);
          await leave('key.rotated', accountId, { key: String(id), graceSeconds: Number(grace ?? 0) });
          return toIssued(issued);
        }),
      ),
    );
  key
    .command('revoke')
    .description('revoke a key for good')
    .requiredOption('--id <id>', 'the key', toId)
    .action(
      actionOf(({ audited }, options) =>
        audited(async (tx, leave) => {
          const id = options.id as bigint;
          const accountId = await accountOfKey(tx, id);
          const revokedAt = await revokeKey(tx, { accountId, id });
          await leave('key.revoked', accountId, { key: String(id) });
          return { id, revoked_at: revokedAt };
        }),
      ),
    );
  key
    .command('list')
    .description('list the keys of an account, without their values')
    .requiredOption('--account <email>')
    .action(
      actionOf(async ({ database }, { account: email }) => {
        const { id } = await findAccount(database.prisma, String(email));
        return listKeys(database.prisma, id);
      }),
    );

  program
    .command('migrate')
    .description('bring the database up to date')
    .action(actionOf(async ({ applied }) => ({ applied }), CREATES));

  addImportCommand(program).exitOverride();
  const webhook = addWebhookCommands(program);
  const requests = addRequestsCommands(program);
  const secrets = addSecretsCommands(program);
  const directory = addDirectoryCommands(program);
  declareWorkbench(program);
  for (const command of [
    start,
    account,
    key,
    webhook,
    requests,
    secrets,
    directory,
    ...addBackupCommands(program),
  ]) {
    for (const each of [command, ...command.commands]) each.exitOverride();
  }
  return program;
}

function toIssued({ expiresAt, ...key }: IssuedKey): Output {
  return { ...key, expires_at: expiresAt };
}

function toScopes(value: string): readonly string[] {
  if (value === 'all') return SCOPES;
  const scopes = value.split(',').map((scope) => scope.trim());
  const unknown = scopes.find((scope) => !SCOPES.includes(scope as Scope));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown scope ${unknown}. Supported: all, ${SCOPES.join(', ')}.`);
  return scopes;
}

const isoTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

function toTime(value: string): string {
  if (isoTime.safeParse(value).success) return value;
  throw new InvalidArgumentError(
    'It must be an ISO 8601 time, such as 2030-01-31T12:00:00Z, or a date, such as 2030-01-31.',
  );
}

/** Returns a time, or the end of a date in a time zone. */
function endOfTime(value: string, timeZone: string): Date {
  if (!z.iso.date().safeParse(value).success) return new Date(value);
  const next = Temporal.PlainDate.from(value).add({ days: 1 }).toZonedDateTime(timeZone);
  return new Date(next.epochMilliseconds);
}

function toLimit(value: string): number {
  const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_ACCOUNTS) return limit;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${MAX_ACCOUNTS}.`);
}

function toInteger(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
