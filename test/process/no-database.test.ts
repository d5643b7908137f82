import { access, copyFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/cli/commands.ts';
import { useHost } from '../support/process/host.ts';
import { JOINED, ROOT } from '../support/process/process.ts';

const host = useHost('file');

/** The arguments that each command needs; a command that is missing here fails the test. */
const ARGUMENTS: Record<string, string[]> = {
  'account list': [],
  'account set-plan': ['--email', 'a@b.example', '--plan', 'free'],
  'account reset-password': ['--email', 'a@b.example', '--password', '12345678'],
  'key list': ['--account', 'a@b.example'],
  'webhook list': ['--account', 'a@b.example'],
  backup: ['FILE'],
};

it('makes no database silently: commands end with 1 and name the variable', async () => {
  const folder = await host.folder();
  const DATA_DIR = join(folder, 'data');
  for (const [name, args] of Object.entries(ARGUMENTS)) {
    const given = args.map((arg) => (arg === 'FILE' ? join(folder, 'file') : arg));
    const { code, stdout, stderr } = await host.provender({ DATA_DIR }, ...name.split(' '), ...given);
    expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: '' });
    expect(stderr).toBe(
      `DATABASE_URL is not set, and DATA_DIR ${DATA_DIR} has no database: set one of them\n`,
    );
  }
  await expect(access(DATA_DIR)).rejects.toThrow('ENOENT');
});

it('restores into a DATA_DIR that is set and has none; otherwise names the command that would', async () => {
  const account = ['account', 'create', '--email', 'a@b.example', '--password', '12345678'];
  const first = { DATA_DIR: await host.dataDir() };
  expect((await host.provender(first, ...account)).code).toBe(0);
  const webhook = ['--account', 'a@b.example', '--url', 'https://hooks.example.com/', '--events', 'all'];
  expect((await host.provender(first, 'webhook', 'create', ...webhook)).code).toBe(0);
  const folder = await host.folder();
  const file = join(folder, 'file');
  const backup = await host.provender(first, '--json', 'backup', file);
  expect(JSON.parse(backup.stdout)).toMatchObject({ database: `embedded in ${first.DATA_DIR}`, accounts: 1 });

  const cli = join(ROOT, JOINED, 'cli.js');
  const unset = await host.launch('node', {}, { cwd: folder, args: [cli, 'restore', file] }).ended();
  expect(unset).toMatchObject({ code: 1, stdout: '' });
  const data = join(await realpath(folder), '.data');
  expect(unset.stderr).toBe(
    `DATABASE_URL is not set, and DATA_DIR ${data} has no database: to create it, run DATA_DIR=.data npm run -s provender -- restore ${file}\n`,
  );
  await expect(access(data)).rejects.toThrow('ENOENT');

  const second = { DATA_DIR: join(folder, 'second') };
  const restored = await host.provender(second, '--json', 'restore', file);
  expect(JSON.parse(restored.stdout)).toMatchObject({ accounts_resting: 1, webhooks_deactivated: 1 });
  expect(restored.stderr).toContain(`Created an embedded database in ${second.DATA_DIR}`);
  const [, next] = /^Webhooks, .+ npm run -s provender -- (.+)$/m.exec(restored.stderr) ?? [];
  expect(next).toBe('webhook enable --restored --account a@b.example');
  expect(restored.stderr).toMatch(
    /^Before you start the service: SECRETS_KEY: \S+second\/secrets\.key is missing/m,
  );
  await copyFile(join(first.DATA_DIR, 'secrets.key'), join(second.DATA_DIR, 'secrets.key'));
  const enabled = await host.provender(second, '--json', ...next!.split(' '));
  expect(JSON.parse(enabled.stdout)).toEqual({ count: 1 });
  // Restoring a deleted account leaves another step.
  await host.provender(second, 'account', 'delete', '--email', 'a@b.example');
  const { stderr } = await host.provender(second, 'account', 'restore', '--email', 'a@b.example');
  const [, recover] = / npm run -s provender -- (webhook recover --id \d+ --since \S+)$/m.exec(stderr) ?? [];
  const recovered = await host.provender(second, '--json', ...recover!.split(' '));
  expect(JSON.parse(recovered.stdout)).toEqual({ count: 0 });
});

it('creates one only for account create and migrate, which say so', async () => {
  const creating = createProgram()
    .commands.flatMap((command) => [command, ...command.commands])
    .map((command) => command.name());
  expect(creating).toEqual(expect.arrayContaining(['migrate', 'create']));
  for (const args of [
    ['migrate'],
    ['account', 'create', '--email', 'a@b.example', '--password', '12345678'],
  ]) {
    const DATA_DIR = join(await host.folder(), 'data');
    const { code, stderr } = await host.provender({ DATA_DIR }, ...args);
    expect(code).toBe(0);
    expect(stderr).toContain(`Created an embedded database in ${DATA_DIR}, because DATABASE_URL is not set.`);
  }
});

it('backs up no database without accounts, and leaves no file', async () => {
  const DATA_DIR = await host.dataDir();
  const file = join(await host.folder(), 'file');
  const refused = await host.provender({ DATA_DIR }, 'backup', file);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('there is nothing to back up: the database has no account');
  await expect(access(file)).rejects.toThrow('ENOENT');
});

it('restores an older backup into an embedded database that migrate made', async () => {
  const account = ['account', 'create', '--email', 'a@b.example', '--password', '12345678'];
  const first = { DATA_DIR: await host.dataDir() };
  expect((await host.provender(first, ...account)).code).toBe(0);
  const file = join(await host.folder(), 'file');
  const backup = await host.provender(first, '--json', 'backup', file);
  expect(backup.code).toBe(0);
  const second = { DATA_DIR: await host.dataDir() };
  expect((await host.provender(second, 'restore', file)).code).toBe(0);
  const list = await host.provender(second, '--json', 'account', 'list');
  expect(JSON.parse(list.stdout)).toMatchObject([{ email: 'a@b.example' }]);
});
