import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { ROOT } from '../support/process/process.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const run = promisify(execFile);
const service = useService();
let folder: string;
let project: string;
let tarball: string;

/** A program as a user would write it, with every strict check of `tsc --init`. */
const PROGRAM = `
import { createClient, ProvenderError, type Delivery } from 'provender-client';

const provender = createClient({ baseUrl: 'http://127.0.0.1:3000/api/v1/', apiKey: 'prv_', timeoutMs: 5_000 });
const { data } = await provender.createProduct({ body: { name: 'Rye', weight: 0.75, price: 3.49, category: 'bakery' } });
const id: number = data.id;
const found: Delivery[] = [];
for await (const each of provender.each('listDeliveries', { query: { status: 'pending' } })) found.push(each);
try {
  await provender.moveDelivery({ path: { delivery_id: id }, body: { status: 'in_transit' } });
} catch (error) {
  if (!(error instanceof ProvenderError && error.code === 'invalid_transition')) throw error;
}
const { etag, headers } = await provender.getProduct({ path: { product_id: id } });
await provender.updateProduct({ path: { product_id: id }, body: { price: 4 } }, { ifMatch: etag });
const copy = await provender.getProduct({ path: { product_id: id } }, { ifNoneMatch: etag });
const price: number = copy.status === 304 ? 0 : copy.data.price;
// @ts-expect-error -- the id belongs in path
await provender.getProduct({ product_id: id });
// @ts-expect-error -- a POST is not conditional
await provender.createProduct({ body: { name: 'Rye', weight: 1, price: 1, category: 'x' } }, { ifMatch: etag });
// @ts-expect-error -- a list has no ETag
await provender.listProducts({}, { ifNoneMatch: etag });
// @ts-expect-error -- the endpoint has no such field
await provender.createProduct({ body: { nam: 'Rye' } });
export { found, headers, price };
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provender-client-'));
  // Packed from a copy, because packing writes its build beside the sources.
  const source = join(folder, 'source');
  await cp(join(ROOT, 'packages/client'), source, { recursive: true });
  // The types of Node.js, which packing finds above its folder.
  await symlink(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: source });
  project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }');
  tarball = join(
    folder,
    (await readdir(folder)).find((name) => name.endsWith('.tgz'))!,
  );
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: project,
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('contains what its users need, and no more', async () => {
  const installed = join(project, 'node_modules/provender-client');
  const commands = (await readdir(join(ROOT, 'packages/client/command'))).toSorted();
  const files = (await readdir(installed, { recursive: true })).toSorted();
  expect(files).toEqual([
    'README.md',
    'dist',
    'dist/callbacks.js',
    'dist/client.d.ts',
    'dist/client.js',
    'dist/command',
    ...commands.map((name) => `dist/command/${name.replace(/ts$/, 'js')}`),
    'dist/endpoints.d.ts',
    'dist/endpoints.js',
    'dist/error.d.ts',
    'dist/error.js',
    'dist/input.d.ts',
    'dist/input.js',
    'dist/pace.d.ts',
    'dist/pace.js',
    'dist/problems.d.ts',
    'dist/problems.js',
    'dist/sender.d.ts',
    'dist/sender.js',
    'dist/without-slashes.d.ts',
    'dist/without-slashes.js',
    'package.json',
  ]);
  const { stdout } = await run(
    process.execPath,
    ['-e', "import('provender-client').then((client) => console.log(Object.keys(client).toSorted().join()))"],
    { cwd: project },
  );
  expect(stdout.trim()).toBe('ProvenderError,createClient');
  const trigger = run(join(project, 'node_modules/.bin/provender'), ['trigger', 'gone', '--forward-to', '-']);
  const stderr = expect.stringMatching(/^error: Unknown event gone\. Supported: delivery\.created, /);
  await expect(trigger).rejects.toMatchObject({ code: 2, stderr });
});

it('has its manifest back after it was packed', async () => {
  const [now, before] = await Promise.all(
    [join(folder, 'source'), join(ROOT, 'packages/client')].map((each) =>
      readFile(join(each, 'package.json'), 'utf8'),
    ),
  );
  expect(now).toBe(before);
});

it('follows the request log', async () => {
  const { key, call } = await createAccount(service);
  await call('GET', '/products/404404', { headers: { 'X-Request-Id': 'packed' } });
  const program = join(project, 'node_modules/.bin/provender');
  const env = { ...process.env, PROVENDER_URL: service.url, PROVENDER_API_KEY: key };
  const tail = async () =>
    (await run(program, ['requests', 'tail', '--failed', '--no-follow'], { env })).stdout;
  await expect
    .poll(tail, { timeout: 20_000 })
    .toMatch(/404 {2}GET {2}\/api\/v1\/products\/404404 .* packed\n$/);
});

it.each([
  ['5.9', 'typescript-5'],
  ['7', 'typescript-7'],
])('compiles in a project that tsc --init of TypeScript %s made', async (version, name) => {
  const compiler = join(ROOT, 'node_modules', name, 'bin/tsc');
  const tsc = (...args: string[]) => run(process.execPath, [compiler, ...args], { cwd: project });
  expect((await tsc('--version')).stdout).toContain(`Version ${version}`);
  await rm(join(project, 'tsconfig.json'), { force: true });
  await tsc('--init');
  expect(await readFile(join(project, 'tsconfig.json'), 'utf8')).toMatch(
    /^\s*"exactOptionalPropertyTypes": true/m,
  );
  await writeFile(join(project, 'index.ts'), PROGRAM);
  const { stdout } = await tsc('--noEmit').catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

it('compiles to CommonJS with the resolution of Node 10, and runs', async () => {
  const legacy = join(folder, 'legacy');
  await cp(project, legacy, { recursive: true });
  await rm(join(legacy, 'tsconfig.json'), { force: true });
  await writeFile(join(legacy, 'package.json'), '{ "name": "legacy", "private": true }');
  await writeFile(
    join(legacy, 'index.ts'),
    `import { createClient, type Delivery } from 'provender-client';
     const provender = createClient({ baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'prv_' });
     const list: () => Promise<{ data: Delivery[] }> = provender.listDeliveries;
     // @ts-expect-error -- types are found, so this is wrong
     provender.nothing;
     console.log(typeof list);`,
  );
  const compiler = join(ROOT, 'node_modules/typescript-5/bin/tsc');
  const options = ['--strict', '--target', 'es2022', '--module', 'commonjs', '--moduleResolution', 'node10'];
  const { stdout: errors } = await run(process.execPath, [compiler, ...options, 'index.ts'], {
    cwd: legacy,
  }).catch((error: { stdout: string }) => error);
  expect(errors).toBe('');
  expect((await run(process.execPath, ['index.js'], { cwd: legacy })).stdout).toBe('function\n');
});

it('has types that every way of resolving modules finds', async () => {
  const packed = createPackageFromTarballData(await readFile(tarball));
  const result = await checkPackage(packed);
  const problems = result.types ? result.problems : [];
  // Node.js loads ES modules with require() from version 20.19.
  expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
  expect(problems).toHaveLength(1);
});

describeInChromium((open) => {
  it('reads records from a web page, as one bundle', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    await writeFile(
      join(project, 'page.js'),
      `import { createClient } from 'provender-client';
       const client = createClient(${JSON.stringify({ baseUrl: `${service.url}/api/v1`, apiKey: account.key })});
       client.listProducts().then(({ data }) => (document.body.textContent = data[0].name));`,
    );
    const outDir = join(folder, 'bundle');
    await build({
      root: project,
      logLevel: 'error',
      configFile: false,
      build: { outDir, lib: { entry: 'page.js', formats: ['es'], fileName: 'page' } },
    });
    await using site = await serve(await readFile(join(outDir, 'page.js'), 'utf8'));
    await using visit = await open(site.url);
    await expect.poll(() => visit.page.textContent('body')).toBe(product.name);
  });
});

/** Serves a page that runs `script`. */
async function serve(script: string) {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><body></body><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
