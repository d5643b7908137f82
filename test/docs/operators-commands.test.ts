import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/commands.ts';
import { createDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { ROOT } from '../support/process/process.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { blocksOf, codeBlocks, codeIn, sectionOf, tableOf, textOf } from '../support/text/markdown.ts';

const host = useHost();

/** The guides of operators, whose commands need a terminal on the server. */
const GUIDES = [
  'README.md',
  ...['production', 'containers', 'operations', 'quickstart'].map((name) => `docs/${name}.md`),
];
const texts = new Map(GUIDES.map((guide) => [guide, textOf(guide)]));
const everything = [...texts.values()].join('\n');

/** Runs a block in a fresh shell in the checkout, with the paths of the guide in `folder`. */
async function paste(block: string, folder: string, env: Record<string, string>) {
  const script = block
    .replaceAll('/backups/', `${folder}/backups/`)
    .replaceAll('DATA_DIR=.', `DATA_DIR=${folder}/.`);
  const programs = await host.folder();
  await symlink(join(ROOT, 'bin/provender.js'), join(programs, 'provender'));
  const { PATH = '', HOME = '' } = process.env;
  return host
    .launch('bash', { PATH: `${programs}:${PATH}`, HOME, ...env }, { args: ['-euc', script] })
    .ended();
}

/** Returns the accounts and products of a database, as text. */
async function contentsOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'SELECT (SELECT json_agg(email) FROM accounts) AS accounts, (SELECT count(*) FROM products) AS products',
  );
  return client.end().then(() => JSON.stringify(rows[0]));
}

describe('commands that need nothing but a database', () => {
  it('back up and restore an embedded database as operations.md prints them', async () => {
    const folder = await host.folder();
    await mkdir(join(folder, 'backups'));
    const env = { DATA_DIR: await host.dataDir() };
    const email = 'you@example.com';
    await host.provender(env, 'account', 'create', '--email', email, '--password', 'a long password');
    const [block] = codeBlocks(sectionOf(textOf('docs/operations.md'), 'Backups'), 'sh') as [string];
    const { code, stdout, stderr } = await paste(block, folder, env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^accounts +1$/m);
    expect(stdout).toMatch(/^webhooks_deactivated +0$/m);
    expect(stderr).toContain('Webhooks, alerts and standing orders of 1 account rest (0 active webhooks,');
    const listed = await host.provender({ DATA_DIR: join(folder, '.restored') }, '--json', 'account', 'list');
    expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ email })]);
  });

  it('move an embedded database to another server as production.md prints them', async () => {
    const folder = await host.folder();
    const env = { DATA_DIR: await host.dataDir() };
    await host.provender(
      env,
      'account',
      'create',
      '--email',
      'you@example.com',
      '--password',
      'a long password',
    );
    const { url, drop } = await createDatabase('template0');
    onTestFinished(drop);
    const section = sectionOf(textOf('docs/production.md'), 'Moving from the embedded database');
    const block = codeBlocks(section, 'shell')[0]!
      .replace('postgres://provender:PASSWORD@127.0.0.1:5432/provender', url)
      .replaceAll('move.backup', join(folder, 'move.backup'));
    const { code, stderr } = await paste(block, folder, env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await contentsOf(url)).toBe('{"accounts":["you@example.com"],"products":"0"}');

    // And back: the webhook is active, and its secret can be read by the key in the file.
    const moved = { DATABASE_URL: url, SECRETS_KEY };
    const webhook = ['webhook', 'create', '--account', 'you@example.com', '--events', 'all', '--url'];
    await host.provender(moved, ...webhook, 'https://hooks.example.com/');
    const way = sectionOf(textOf('docs/production.md'), 'Moving back to the embedded database');
    const back = codeBlocks(way, 'shell')[0]!.replaceAll('back.backup', join(folder, 'back.backup'));
    const returned = await paste(back, folder, moved);
    expect({ code: returned.code, stderr: returned.stderr }).toMatchObject({ code: 0 });
    expect(returned.stderr).not.toMatch(/ rest |Before you start/);
    const DATA_DIR = join(folder, '.data-back');
    const list = ['--json', 'webhook', 'list', '--account', 'you@example.com'];
    const [listed] = JSON.parse((await host.provender({ DATA_DIR }, ...list)).stdout);
    expect(listed).toMatchObject({ status: 'active' });
    const rotated = await host.provender({ DATA_DIR }, 'webhook', 'rotate-secret', '--id', String(listed.id));
    expect(rotated).toMatchObject({ code: 0 });
  });
});

describe('commands that need a container engine, a service manager or a proxy', () => {
  it.each(GUIDES)('are shell in %s', (guide) => {
    const blocks = blocksOf(texts.get(guide)!).filter(({ language }) => ['sh', 'shell'].includes(language));
    expect(blocks.length).toBeGreaterThan(0);
    for (const { code } of blocks) execFileSync('bash', ['-n'], { input: code });
  });

  it('name scripts and files that there are', () => {
    const scripts = [...everything.matchAll(/(?<![\w/.-])scripts\/[\w.-]+/g)].map(([path]) => path);
    expect(new Set(scripts)).toContain('scripts/containers.sh');
    for (const path of new Set(scripts)) {
      accessSync(join(ROOT, path), constants.X_OK);
      execFileSync('bash', ['-n', join(ROOT, path)]);
    }
    const files = [...everything.matchAll(/(?<![\w/.-])(?:ops|src|bin)\/[\w/-]+\.\w+/g)].map(
      ([path]) => path,
    );
    expect(new Set(files).size).toBeGreaterThan(1);
    expect([...new Set(files)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('name variables that the configuration, compose or the shell knows', () => {
    const known = new Set(tableOf(textOf('docs/configuration.md'), 'Variable').map(([name]) => codeIn(name)));
    const compose = new Set(Array.from(textOf('compose.yaml').matchAll(/\$\{(\w+)/g), ([, name]) => name!));
    const own = new Set([
      'KEY',
      'API',
      'PASSWORD',
      'COMPOSE_PROFILES',
      'EMAIL',
      'EBADENGINE',
      'NAME',
      'FOLDER',
    ]);
    const named = Array.from(everything.matchAll(/\b[A-Z]+_[A-Z_]+\b/g), ([name]) => name);
    const assigned = Array.from(everything.matchAll(/\b([A-Z][A-Z_]{2,})=/g), ([, name]) => name!);
    const unknown = [...named, ...assigned].filter(
      (name) => !known.has(name) && !compose.has(name) && !own.has(name) && !name.startsWith('OTEL_'),
    );
    expect(unknown).toEqual([]);
  });

  it('name commands of the command line, and options that they have', () => {
    const lines = [
      ...everything.matchAll(/provender -- ([^\n`|]+)/g),
      ...everything.matchAll(/(?:exec provender |bin\/)provender ([^\n`|]+)/g),
      ...everything.matchAll(/`provender ((?:account|webhook|key|restore|backup)[^\n`]+)`/g),
    ].map(([, words]) => words!.trim().split(/\s+/));
    expect(lines.length).toBeGreaterThan(8);
    for (const words of lines) {
      let command = createProgram();
      for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
      const options = words.filter((word) => word.startsWith('--'));
      const having = new Set(command.options.map(({ long }) => long));
      expect([words.join(' '), command.name()]).not.toEqual([words.join(' '), 'provender']);
      expect([words.join(' '), options.filter((option) => !having.has(option))]).toEqual([
        words.join(' '),
        [],
      ]);
    }
  });

  it('name a service of compose.yaml, a program of the image, and its user', () => {
    const { services } = parse(textOf('compose.yaml')) as { services: Record<string, object> };
    const image = textOf('Containerfile');
    expect(textOf('docs/containers.md')).toContain('compose exec provender provender account create');
    expect(Object.keys(services)).toContain('provender');
    expect(textOf('docs/containers.md')).toContain('user 10001');
    expect(image).toMatch(/^USER 10001$/m);
    expect(image).toMatch(/^VOLUME \/data$/m);
    expect(image).toContain('ENTRYPOINT ["provender", "start"]');
  });

  it('lead proxies to the port of the service, and keep its internal paths internal', () => {
    const guide = sectionOf(textOf('docs/production.md'), '3. TLS');
    const [caddy] = codeBlocks(guide, 'text') as [string];
    const [nginx] = codeBlocks(guide, 'nginx') as [string];
    const rows = tableOf(textOf('docs/configuration.md'), 'Variable');
    const port = codeIn(rows.find(([name]) => codeIn(name) === 'PORT')![1]);
    for (const text of [caddy, nginx]) {
      expect(text).toContain(`127.0.0.1:${port}`);
      for (const path of ['healthz', 'readyz', 'metrics']) expect(text).toContain(path);
      expect(text.split('{').length).toBe(text.split('}').length);
    }
    // Every directive of nginx ends with a semicolon or opens a block.
    const directives = nginx.split('\n').map((line) => line.replace(/ #.*/, '').trim());
    expect(directives.filter((line) => line !== '' && !/[;{}]$/.test(line))).toEqual([]);
  });
});
