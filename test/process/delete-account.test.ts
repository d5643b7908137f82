import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tenantTables } from '../support/database/tables.ts';
import { useCommands } from '../support/process/commands.ts';
import { useHost } from '../support/process/host.ts';
import { jsonOf } from '../support/process/said.ts';
import { createFullAccount } from '../support/records/full-account.ts';
import { createWebhook } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'opens connections of its own' });
const host = useHost('file');
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url }));
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const run = async (...args: string[]) => jsonOf(await provender('--json', ...args));

describe('account delete', () => {
  it('prints the id and the time, also again, and other commands find no account until it is restored', async () => {
    const account = await createFullAccount(service);
    const { id: webhook } = await createWebhook(account);
    const deletion = await run('account', 'delete', '--email', account.email.toUpperCase());
    expect(deletion).toEqual({ id: Number(account.id), deleted_at: TIME });
    expect(await run('account', 'delete', '--email', account.email)).toEqual(deletion);
    const listed = await run('account', 'list');
    expect(listed.find(({ id }: { id: number }) => id === deletion.id)).toMatchObject({
      deleted_at: deletion.deleted_at,
    });
    expect((await account.call('GET', '/products')).status).toBe(401);
    for (const args of [
      ['key', 'create', '--account', account.email, '--name', 'n', '--scopes', 'all'],
      ['key', 'list', '--account', account.email],
      ['webhook', 'list', '--account', account.email],
      ['webhook', 'enable', '--id', String(webhook)],
      ['webhook', 'enable', '--restored', '--account', account.email],
      ['account', 'set-plan', '--email', account.email, '--plan', 'pro'],
    ]) {
      const { code, stdout, stderr } = await provender('--json', ...args);
      expect([args, code, stdout]).toEqual([args, 1, '']);
      expect(stderr).toContain(`${account.email} is deleted. Run account restore first`);
    }
    const restored = await provender('--json', 'account', 'restore', '--email', account.email);
    expect(JSON.parse(restored.stdout)).toEqual({
      id: Number(account.id),
      email: account.email,
      webhooks_enabled: 2,
    });
    expect(restored.stderr.match(/webhook recover --id \d+ --since/g)).toHaveLength(2);
    expect((await account.call('GET', '/products')).status).toBe(200);
    const again = await provender('account', 'restore', '--email', account.email);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not deleted') });
    const { rows } = await service.database.pool.query(
      `SELECT action, actor FROM audit_entries WHERE account_id = $1 AND action LIKE 'account.%' ORDER BY id`,
      [account.id],
    );
    expect(rows).toEqual(
      ['account.deleted', 'account.restored'].map((action) => ({ action, actor: 'operator' })),
    );
  });

  it('names an e-mail address that no account has', async () => {
    for (const command of ['delete', 'restore']) {
      const { code, stderr } = await provender('account', command, '--email', 'nobody@supplier.example');
      expect([code, stderr]).toEqual([1, 'No account with the e-mail nobody@supplier.example\n']);
    }
  });
});

describe('what an account has is exported', () => {
  it('with its deletion or later, all tables and photos, without secrets', async () => {
    const account = await createFullAccount(service);
    const other = await createFullAccount(service);
    const env = { DATABASE_URL: service.testDatabase.url };
    const folder = join(await host.folder(), 'export');
    const args = ['account', 'delete', '--email', account.email, '--export', folder];
    const { code, stdout } = await host.provender(env, '--json', ...args);
    expect([code, JSON.parse(stdout)]).toEqual([0, { id: Number(account.id), deleted_at: TIME }]);

    const files = await readdir(folder);
    const left = (await tenantTables(service.database.pool)).filter(
      (name) => !files.includes(`${name}.jsonl`),
    );
    expect(left).toEqual([
      'api_key_earlier_secrets',
      'audit_counts',
      'idempotency_keys',
      'idempotency_usage',
      'known_devices',
      'password_resets',
      'second_factors',
      'sessions',
      'webhook_earlier_secrets',
    ]);
    expect((await stat(folder)).mode & 0o077).toBe(0);
    const read = async (name: string) =>
      (await readFile(join(folder, `${name}.jsonl`), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(await read('accounts')).toEqual([
      expect.objectContaining({ id: Number(account.id), email: account.email }),
    ]);
    const { rows } = await service.database.pool.query(
      'SELECT count(*)::int AS count, min(id)::int AS id FROM products WHERE account_id = $1',
      [account.id],
    );
    const products = await read('products');
    expect([products.length, products[0]!.id]).toEqual([rows[0].count, rows[0].id]);
    expect(await readdir(join(folder, 'photos'))).toEqual([expect.stringMatching(/^\d+\.jpeg$/)]);
    expect(await readFile(join(folder, 'logo.jpeg'))).toHaveLength(32);
    const texts = await Promise.all(
      files.filter((name) => name.endsWith('.jsonl')).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const names = new Set(
      texts.flatMap((text) => Array.from(text.matchAll(/"(\w+)":/g), ([, name]) => name)),
    );
    expect([...names].filter((name) => /secret|hash|token|password|recovery/.test(name!))).toEqual([]);
    expect(texts.join()).not.toContain(other.email);
    expect(texts.join()).not.toMatch(/whsec_|prv_/);

    const again = await host.provender(
      env,
      'account',
      'export',
      '--email',
      account.email,
      '--folder',
      folder,
    );
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists: choose another name'),
    });
    const later = join(await host.folder(), 'later');
    const exported = await host.provender(
      env,
      '--json',
      'account',
      'export',
      '--email',
      account.email,
      '--folder',
      later,
    );
    expect(JSON.parse(exported.stdout)).toEqual({
      id: Number(account.id),
      folder: later,
      // Beside the logo and the folder of photos.
      tables: files.length - 2,
      // With the entry of the deletion in the audit log.
      rows: texts.join('').split('\n').length,
      photos: 1,
    });
  });

  it('into a folder that cannot be written leaves the account as it was', async () => {
    const account = await createFullAccount(service);
    const taken = join(await host.folder(), 'taken');
    await mkdir(taken);
    for (const folder of [taken, join(taken, 'missing', 'folder')]) {
      const args = ['account', 'delete', '--email', account.email, '--export', folder];
      expect(await provender('--json', ...args)).toMatchObject({ code: 1, stdout: '' });
    }
    expect((await account.call('GET', '/products')).status).toBe(200);
  });
});
