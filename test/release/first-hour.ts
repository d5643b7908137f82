import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster } from '@provender/embedded-cluster/cluster';
import { expect, onTestFinished } from 'vitest';
import { request } from '../support/http/http.ts';
import { startMailbox } from '../support/mail/mailbox.ts';
import { type Host, READY } from '../support/process/host.ts';
import { ROOT } from '../support/process/process.ts';
import { PRODUCT } from '../support/records/product-values.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';
import { VERSION } from '../../src/version.ts';
import { codeBlocks, sectionOf, textOf } from '../support/text/markdown.ts';
import { closedPort } from '../support/webhook/receiver.ts';

const guide = textOf('docs/production.md');
/** The guide asks to encode `@`, `/` and other special characters, but not `&`. */
const PASSWORD = `a&b@c/d e'f$HOME`;
const ENCODED = `a&b${encodeURIComponent(`@c/d e'f$HOME`).replace("'", '%27')}`;
const RESTORED = 'restored';

/** A machine on which an operator follows docs/production.md. */
interface Machine {
  port: number;
  /** Runs printed lines in a fresh shell of root, with `input`, and returns what they print. */
  paste(lines: string, input?: string): Promise<string>;
  /** Writes the printed text into a file. */
  write(path: string, text: string): Promise<void>;
  /** Starts the service as its unit says. */
  startUnit(unit: string): Promise<{ stop(): Promise<void> }>;
}

/**
 * Follows the guide with the files of a release, from an empty machine to a restored backup. Returns the
 * names of the products in the restored database, in which one was created.
 */
export async function followGuide(host: Host, files: string): Promise<string[]> {
  const mailbox = await startMailbox();
  onTestFinished(mailbox.close);
  const cluster = await openCluster(join(await host.folder(), 'postgresql'), 'postgres');
  await cluster.start();
  onTestFinished(() => cluster.stop('immediate'));
  const server = new URL(cluster.url('postgres'));
  const machine = await startMachine(host, files, server);
  const { paste } = machine;

  const [createDatabase] = blocks('1. Database', 'shell');
  await paste(createDatabase!, `${PASSWORD}\n${PASSWORD}\n`);

  const [install] = blocks('2. Service', 'shell');
  expect(await paste(install!)).toContain('.tgz: OK\n');
  const settings = blocks('2. Service', 'text')[0]!
    .replace('provender:PASSWORD@127.0.0.1:5432', `provender:${ENCODED}@${server.host}`)
    .replace('(the output of openssl rand -base64 32)', SECRETS_KEY)
    .replace('smtps://provender:PASSWORD@mail.example.com:465', mailbox.url);
  await machine.write('/etc/provender.env', settings);
  const [unit] = blocks('2. Service', 'ini');
  const service = await machine.startUnit(unit!);
  expect(await paste(inline('2. Service', /curl 127[^`]+/))).toContain('"status":"ready"');

  const [account] = blocks('4. First account', 'shell');
  const printed = await paste(account!, 'a long password');
  const [key = ''] = /prv_\w+/.exec(printed) ?? [];
  const url = `http://127.0.0.1:${machine.port}`;
  expect((await request(url, 'POST', '/products', { key, body: PRODUCT })).status).toBe(201);
  const query = 'mutation { sendTestAlert { id } }';
  expect(await request(url, 'POST', '//graphql', { key, body: { query } })).not.toHaveProperty('json.errors');
  await expect.poll(() => mailbox.to('you@example.com')).toHaveLength(1);

  expect(await paste('curl -sS 127.0.0.1:3000/metrics')).toContain('\n# TYPE process_cpu_user_seconds_total');

  const [backUp, restore] = blocks('5. Backups', 'shell');
  expect(await paste(backUp!)).toMatch(/^accounts +1$/m);
  const today = (await paste('date +%F')).trim();
  await service.stop();
  await paste(`sudo -u postgres createdb --owner provender ${RESTORED}`);
  await machine.write('/etc/provender.env', settings.replace("/provender'", `/${RESTORED}'`));
  await paste(restore!.replace(/\d{4}-\d\d-\d\d/, today));
  const again = await machine.startUnit(unit!);
  const { json } = await request(url, 'GET', '/products', { key });
  await again.stop();
  return (json.data as { name: string }[]).map(({ name }) => name);
}

function blocks(section: string, language: string): string[] {
  return codeBlocks(sectionOf(guide, section), language);
}

function inline(section: string, command: RegExp): string {
  return command.exec(sectionOf(guide, section))![0];
}

async function startMachine(host: Host, files: string, server: URL): Promise<Machine> {
  const folder = await host.folder();
  const port = await closedPort();
  const programs = await programsIn(folder, server);
  for (const each of ['etc', 'backups']) await mkdir(join(folder, each));
  const here = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(?:opt\/provender|etc|backups)\b/g, (path) => join(folder, path))
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      // The guide names the last release, and this is the next one.
      .replaceAll(/provender-\d[\w.-]*\.tgz/g, `provender-${VERSION}.tgz`);
  const { PATH = '' } = process.env;
  const env = { PATH: `${programs}:${PATH}`, HOME: folder, NODE_COMPILE_CACHE: '', DATA_DIR: '' };
  return {
    port,
    async paste(lines, input = '') {
      const quoted = `'${input.replaceAll("'", `'\\''`)}'`;
      const script = `set -o pipefail; printf %s ${quoted} | { ${here(lines)}\n}`;
      // Without a terminal, from which createuser would read passwords.
      const options = { args: ['-euc', script], cwd: files, ownGroup: true };
      const { code, stdout, stderr } = await host.launch('bash', env, options).ended();
      expect({ lines, code, stderr }).toMatchObject({ lines, code: 0 });
      expect(stdout + stderr).not.toContain(PASSWORD);
      return stdout;
    },
    write: (path, text) => writeFile(here(path), text),
    async startUnit(unit) {
      const valueOf = (name: string) => here(new RegExp(`^${name}=(.+)$`, 'm').exec(unit)![1]!);
      const settings = await readFile(valueOf('EnvironmentFile'), 'utf8');
      const own = Array.from(settings.matchAll(/^(\w+)='?(.*?)'?$/gm), ([, name, value]) => [name, value]);
      const [program, ...args] = valueOf('ExecStart').split(' ');
      const started = host.launch(
        program!,
        { ...env, ...Object.fromEntries(own), PORT: String(port) },
        { args, cwd: valueOf('WorkingDirectory'), ownGroup: true },
      );
      await started.says(READY);
      return {
        async stop() {
          started.signalGroup('SIGTERM');
          const { code } = await started.ended();
          expect(code).toBe(0);
        },
      };
    },
  };
}

/** Writes stand-ins for programs that change the machine, and returns their folder. */
async function programsIn(folder: string, server: URL): Promise<string> {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const ofServer = `PGHOST=${server.hostname} PGPORT=${server.port} PGUSER=${server.username}`;
  const texts = {
    sudo: `shift 2\nexec env ${ofServer} PGPASSWORD=${server.password} "$@"`,
    useradd: 'exit 0',
    npm: `exec '${process.execPath}' '${join(ROOT, 'test/release/npm.ts')}' "$@"`,
  };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(programs, name), 0o755);
  }
  return programs;
}
