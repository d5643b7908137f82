import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { createDatabase, useDatabase } from '../support/database/database.ts';
import { useCommands } from '../support/process/commands.ts';
import { useHost } from '../support/process/host.ts';
import { JOINED, ROOT } from '../support/process/process.ts';
import { jsonOf } from '../support/process/said.ts';

const ID = expect.any(Number);
const KEY = expect.stringMatching(/^prv_[0-9A-Za-z]{46,49}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MIGRATIONS = (await readdir(join(ROOT, 'prisma/migrations'))).filter((name) => /^\d/.test(name)).sort();

const database = useDatabase();
const host = useHost('file');
const provender = useCommands(() => ({ DATABASE_URL: database.url }));

it('lists the accounts in pages, oldest first', async () => {
  const run = async (...args: string[]) => jsonOf(await provender('--json', 'account', 'list', ...args));
  for (const name of ['one', 'two', 'three']) {
    const given = ['--email', `${name}@pages.example`, '--password', 'correct horse'];
    jsonOf(await provender('--json', 'account', 'create', ...given));
  }
  const all = (await run()) as { id: number; email: string }[];
  expect(all.slice(-3).map(({ email }) => email.split('@')[0])).toEqual(['one', 'two', 'three']);
  expect(all.at(-1)).toEqual({
    id: ID,
    email: 'three@pages.example',
    name: 'three@pages.example',
    plan: 'free',
    created_at: TIME,
  });
  const part = await provender(
    '--json',
    'account',
    'list',
    '--limit',
    '1',
    '--after',
    String(all.at(-3)!.id),
  );
  expect(JSON.parse(part.stdout)).toEqual([all.at(-2)]);
  expect(await run('--after', String(all.at(-1)!.id))).toEqual([]);
  expect((await provender('account', 'list', '--limit', '1')).stderr).toBe(
    `These are the first 1; there are more. To read on: account list --after ${all[0]!.id}\n`,
  );
  expect(await provender('account', 'list', '--limit', '1001')).toMatchObject({ code: 2, stdout: '' });
});

describe('with --json a command prints one JSON value and nothing else', () => {
  const email = 'owner@supplier.example';
  const account = { id: ID, email, name: 'Supplier & Söhne', plan: 'pro' };

  it('account create, and set-plan', async () => {
    const given = ['--email', 'Owner@Supplier.example', '--password', 'correct horse'];
    const created = await run('account', 'create', ...given, '--name', account.name, '--plan', 'pro');
    expect(created).toEqual(account);
    expect(await run('account', 'create', '--email', 'b@supplier.example', '--password', '12345678')).toEqual(
      {
        id: ID,
        email: 'b@supplier.example',
        name: 'b@supplier.example',
        plan: 'free',
      },
    );
    const changed = await run('account', 'set-plan', '--email', email, '--plan', 'business');
    expect(changed).toEqual({ ...created, plan: 'business' });
    const fresh = ['--email', 'OWNER@supplier.example', '--password', 'battery staple'];
    expect(await run('account', 'reset-password', ...fresh)).toEqual({ id: ID, email });
  });

  it('key create, rotate, list and revoke', async () => {
    const all = await run('key', 'create', '--account', email, '--name', 'ERP', '--scopes', 'all');
    expect(all).toEqual({ id: ID, key: KEY, name: 'ERP', scopes: SCOPES, expires_at: null });
    const until = ['--expires', '2099-01-01T00:00:00+01:00'];
    const scopes = ['--scopes', 'products:read,products:write'];
    const some = await run('key', 'create', '--account', email, '--name', 'Shop', ...scopes, ...until);
    expect(some).toEqual({
      id: ID,
      key: KEY,
      name: 'Shop',
      scopes: ['products:read', 'products:write'],
      expires_at: '2098-12-31T23:00:00.000Z',
    });
    const rotated = await run('key', 'rotate', '--id', String(some.id));
    expect(rotated).toEqual({ ...some, key: KEY });
    expect(rotated.key).not.toBe(some.key);
    const revoked = await run('key', 'revoke', '--id', String(all.id));
    expect(revoked).toEqual({ id: all.id, revoked_at: TIME });
    expect(await run('key', 'revoke', '--id', String(all.id))).toEqual(revoked);

    const listed = {
      created_at: TIME,
      last_used_at: null,
      revoked_at: null,
      last_four: expect.any(String),
      previous_value_expires_at: null,
      previous_value_last_used_at: null,
    };
    expect(await run('key', 'list', '--account', email)).toEqual([
      { ...without(rotated, 'key'), ...listed, last_four: rotated.key.slice(-4) },
      { ...without(all, 'key'), ...listed, last_four: all.key.slice(-4), revoked_at: revoked.revoked_at },
    ]);
  });

  it('migrate', async () => {
    const empty = await createDatabase('template0');
    try {
      const env = { DATABASE_URL: empty.url };
      expect(jsonOf(await host.provender(env, 'migrate', '--json'))).toEqual({ applied: MIGRATIONS });
      expect(jsonOf(await host.provender(env, '--json', 'migrate'))).toEqual({ applied: [] });
    } finally {
      await empty.drop();
    }
  });
});

it('prints aligned text without --json', async () => {
  const args = ['--email', 'text@supplier.example', '--password', '12345678'];
  const { code, stdout, stderr } = await provender('account', 'create', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^id {5}\d+\nemail {2}text@supplier\.example\nname {3}text@.+\nplan {3}free\n$/);
});

it('reads a password from stdin, which no list of processes shows', async () => {
  const command = 'account create --json --email stdin@supplier.example --password -';
  const piped = (text: string) =>
    host
      .launch(
        '/bin/sh',
        { DATABASE_URL: database.url, TEXT: text },
        {
          args: ['-c', `printf "$TEXT" | node ${JOINED}/cli.js ${command}`],
        },
      )
      .ended();
  expect(await piped('1234567\\n')).toMatchObject({ code: 1, stdout: '' });
  expect(jsonOf(await piped('correct horse\\nsecond line\\n'))).toMatchObject({
    email: 'stdin@supplier.example',
  });
});

it('with --audit writes a line to stderr about the change, without secrets', async () => {
  const env = { DATABASE_URL: database.url };
  const email = 'audited@supplier.example';
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await host.provender(env, '--json', '--audit', ...args);
    expect(code).toBe(0);
    return { output: JSON.parse(stdout), line: JSON.parse(stderr), stderr };
  };
  const created = await command('account', 'create', '--email', email, '--password', 'correct horse');
  const account = String(created.output.id);
  expect(created.line).toMatchObject({ audit: 'account.created', by: 'command', account, plan: 'free' });
  const changed = await command('account', 'set-plan', '--email', email, '--plan', 'pro');
  expect(changed.line).toMatchObject({ audit: 'account.plan_changed', by: 'command', account, plan: 'pro' });
  const issued = await command(
    'key',
    'create',
    '--account',
    email,
    '--name',
    'K',
    '--scopes',
    'products:read',
  );
  expect(issued.line).toMatchObject({ audit: 'key.created', account, key: String(issued.output.id) });
  for (const { stderr } of [created, changed, issued]) {
    expect(stderr).not.toMatch(/audited@|correct horse|prv_/);
  }
});

/** Runs a command on the file's database and reads what it printed. */
async function run(...args: string[]) {
  return jsonOf(await provender(...args, '--json'));
}

function without(record: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}
