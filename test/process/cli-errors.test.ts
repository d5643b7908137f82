import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database/database.ts';
import { useCommands } from '../support/process/commands.ts';
import { useHost } from '../support/process/host.ts';
import type { Ended } from '../support/process/process.ts';

const host = useHost();
const database = useDatabase();
const provender = useCommands(() => ({ DATABASE_URL: database.url }));
const OWNER = '--email owner@supplier.example --password 12345678';

const FAILING: [command: string, word: string][] = [
  [`account create ${OWNER}`, 'email'],
  ['account create --email nobody --password 12345678', 'email'],
  ['account create --email short@supplier.example --password 1234567', 'password'],
  ['account set-plan --email nobody@supplier.example --plan pro', 'nobody@supplier.example'],
  ['key create --account nobody@supplier.example --name x --scopes all', 'nobody@supplier.example'],
  ['key list --account nobody@supplier.example', 'nobody@supplier.example'],
  ['key rotate --id 9007199254740991', 'key'],
  ['key rotate --id 1 --grace 86401', '86400'],
  ['key revoke --id 9007199254740991', 'key'],
  ['import products /no/such.csv --account owner@supplier.example', 'no such file or folder'],
  ['import products /tmp --account owner@supplier.example', '/tmp cannot be read: it is a folder'],
];

const WRONG = [
  '',
  'account',
  'deliver',
  'account create --email a@supplier.example',
  'account set-plan --email a@supplier.example --plan gold',
  'key create --account a@supplier.example --name x --scopes stock:read',
  'key create --account a@supplier.example --name x --scopes all --expires tomorrow',
  'key create --account a@supplier.example --name x --scopes all --expires 2030-02-30',
  'key create --account a@supplier.example --name x --scopes all --expires 2030-01-01T12:00',
  'key rotate --id one',
  'key revoke',
  'key list --account a@supplier.example --all',
  'migrate now',
];

describe('a command that fails', () => {
  let results: Ended[] = [];

  beforeAll(async () => {
    const commands = [`account create ${OWNER}`, ...FAILING.map(([command]) => command), ...WRONG].map(
      (command) => ['--json', ...command.split(' ').filter((arg) => arg !== '')],
    );
    results = (await Promise.all(commands.map((args) => provender(...args)))).slice(1);
  });

  it.each(FAILING)('%s reports the reason in one line on stderr, with code 1', (command, word) => {
    const result = results[FAILING.findIndex(([each]) => each === command)];
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result!.stderr).toMatch(/^[^\n]+\n$/);
    expect(result!.stderr).toContain(word);
  });

  it.each(WRONG)('reports wrong usage, "%s", on stderr with code 2', (command) => {
    const result = results[FAILING.length + WRONG.indexOf(command)];
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result!.stderr).not.toBe('');
  });

  it.each(['key list --account nobody@supplier.example', 'key revoke'])(
    '%s ends its process with the same code',
    async (command) => {
      const ended = await host.provender({ DATABASE_URL: database.url }, ...command.split(' '), '--json');
      expect(ended.code).toBe(command === 'key revoke' ? 2 : 1);
    },
  );
});
