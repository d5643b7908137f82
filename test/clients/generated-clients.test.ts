import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/process/process.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ worker: {} });

const run = promisify(execFile);
const MODULES = join(ROOT, 'node_modules');

/** A generator of clients, and a program that imports a file with what it generates. */
interface Generator {
  /** Returns the arguments of the generator, which writes one or more modules into the folder. */
  argumentsIn(folder: string): string;
  /** The program, ending with the functions that `MAIN` calls. Files have the second base URL, `origin`. */
  program: string;
}

const START = `declare const process: { argv: string[] };
const [, , origin = '', key = ''] = process.argv;
const FILE = 'reference;name;weight;price;category\\nART-7;Rye Bread;0,75;3,49;bakery\\n';
function some<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no such response');
  return value;
}
`;

const MAIN = `
const preview = await send();
await start(preview.id);
let found = await read(preview.id);
for (let tries = 0; found.status === 'running' && tries < 200; tries += 1) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  found = await read(preview.id);
}
console.log(JSON.stringify({ preview: preview.counts.created, status: found.status, names: await names(), csv: await list() }));
`;

const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': {
    argumentsIn: (folder) => `openapi.json -o ${folder}/client.ts`,
    program: `
import type { paths } from './client.js';
const headers = { Authorization: \`Bearer \${key}\` };
type Json<Path extends keyof paths, Method extends keyof paths[Path], Status extends number> = paths[Path][Method] extends { responses: Record<Status, { content: { 'application/json': infer Body } }> } ? Body : never;
const ask = async (address: string, options: RequestInit = {}) => (await fetch(address, { headers, ...options })).json();
const send = async () => ((await ask(\`\${origin}/import/products?file_name=catalogue.csv\`, { method: 'POST', body: FILE })) as Json<'/import/products', 'post', 201>).data;
const start = async (id: number) => ((await ask(\`\${origin}/import/\${id}/start\`, { method: 'POST' })) as Json<'/import/{id}/start', 'post', 200>).data;
const read = async (id: number) => ((await ask(\`\${origin}/import/\${id}\`)) as Json<'/import/{id}', 'get', 200>).data;
const names = async () => ((await ask(\`\${origin}/api/v1/products\`)) as Json<'/products', 'get', 200>).data.map(({ name }) => name);
type List = paths['/export/products.csv']['get']['responses'][200]['content']['text/csv'];
const list = async (): Promise<List> => (await fetch(\`\${origin}/export/products.csv\`, { headers })).text();
`,
  },
  oazapfts: {
    argumentsIn: (folder) => `openapi.json ${folder}/client.ts`,
    program: `
import * as api from './client.js';
api.defaults.baseUrl = \`\${origin}/api/v1\`;
api.defaults.headers = { Authorization: \`Bearer \${key}\` };
const files = { baseUrl: origin };
const send = async () => {
  const answer = await api.importProducts(new Blob([FILE]), { fileName: 'catalogue.csv' }, files);
  return some(answer.status === 201 ? answer.data.data : undefined);
};
const start = (id: number) => api.startImport(id, {}, files);
const read = async (id: number) => {
  const answer = await api.getImport(id, {}, files);
  return some(answer.status === 200 ? answer.data.data : undefined);
};
const names = async () => {
  const answer = await api.listProducts();
  return some(answer.status === 200 ? answer.data.data : undefined).map(({ name }) => name);
};
const list = async () => (await api.exportProducts({}, files)).data;
`,
  },
  'swagger-typescript-api': {
    argumentsIn: (folder) => `generate --silent -p openapi.json -o ${folder}`,
    program: `
import { Api } from './Api.js';
const given = { securityWorker: () => ({ headers: { Authorization: \`Bearer \${key}\` } }) };
const api = new Api({ ...given, baseUrl: \`\${origin}/api/v1\` });
const files = new Api({ ...given, baseUrl: origin });
// It sends the text of a file; a Blob would become JSON.
const send = async () => (await files.import.importProducts(FILE as unknown as File, { file_name: 'catalogue.csv' })).data.data;
const start = (id: number) => files.import.startImport(id);
const read = async (id: number) => (await files.import.getImport(id)).data.data;
const names = async () => (await api.products.listProducts()).data.data.map(({ name }) => name);
const list = async () => (await files.export.exportProducts({}, { format: 'text' })).data;
`,
  },
  'openapi-ts': {
    argumentsIn: (folder) =>
      `-i openapi.json -o ${folder}/client -p @hey-api/typescript @hey-api/sdk @hey-api/client-fetch zod`,
    program: `
import * as api from './client/index.js';
import { client } from './client/client.gen.js';
client.setConfig({ baseUrl: \`\${origin}/api/v1\`, auth: key });
const files = { baseUrl: origin };
const send = async () =>
  some((await api.importProducts({ ...files, body: new Blob([FILE]), query: { file_name: 'catalogue.csv' } })).data).data;
const start = (id: number) => api.startImport({ ...files, path: { id } });
const read = async (id: number) => some((await api.getImport({ ...files, path: { id } })).data).data;
const names = async () => some((await api.listProducts()).data).data.map(({ name }) => name);
const list = async () => some((await api.exportProducts(files)).data);
`,
  },
};

const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    outDir: 'compiled',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'preserve',
    types: [],
    skipLibCheck: true,
  },
};

/** Returns a program with `START` after its imports. */
function withStart(program: string): string {
  return program.replace(/^(?:\n|import .*\n)*/, (imports) => imports + START);
}

it.each(Object.entries(GENERATORS))(
  'a client that %s generates from openapi.json compiles strictly, and imports a file',
  async (generator, { argumentsIn, program }) => {
    // Beside the packages that generated modules import.
    await mkdir(join(MODULES, '.cache'), { recursive: true });
    const folder = await mkdtemp(join(MODULES, '.cache/client-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // Relative, because the checkout's path can have spaces.
    const given = argumentsIn(relative(ROOT, folder)).split(' ');
    await run(join(MODULES, '.bin', generator), given, { cwd: ROOT });
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'program.ts'), withStart(program) + MAIN);
    const compiler = [join(MODULES, 'typescript-5/bin/tsc'), '-p', folder, '--listFiles'];
    const { stdout } = await run(process.execPath, compiler).catch((error: { stdout: string }) => error);
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(errors).toEqual([]);
    expect(stdout).toContain(folder);

    const { key } = await createAccount(service);
    const compiled = join(folder, 'compiled/program.js');
    const { stdout: printed } = await run(process.execPath, [compiled, service.url, key]);
    expect(JSON.parse(printed)).toEqual({
      preview: 1,
      status: 'succeeded',
      names: ['Rye Bread'],
      csv: expect.stringContaining('"Rye Bread"'),
    });
  },
  300_000,
);
