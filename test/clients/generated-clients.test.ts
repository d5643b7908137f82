import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/process/process.ts';

const run = promisify(execFile);
const MODULES = join(ROOT, 'node_modules');

/** The generators of clients, with their arguments. Each writes one or more modules into the folder. */
const GENERATORS: Record<string, (folder: string) => string> = {
  'openapi-typescript': (folder) => `openapi.json -o ${folder}/client.ts`,
  oazapfts: (folder) => `openapi.json ${folder}/client.ts`,
  'swagger-typescript-api': (folder) => `generate --silent -p openapi.json -o ${folder}`,
  'openapi-ts': (folder) =>
    `-i openapi.json -o ${folder}/client -p @hey-api/typescript @hey-api/sdk @hey-api/client-fetch zod`,
};

const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'preserve',
    types: [],
    skipLibCheck: true,
  },
};

it.each(Object.entries(GENERATORS))(
  'a client that %s generates from openapi.json compiles strictly',
  async (generator, argumentsIn) => {
    // Beside the packages that generated modules import.
    await mkdir(join(MODULES, '.cache'), { recursive: true });
    const folder = await mkdtemp(join(MODULES, '.cache/client-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // Relative, because the checkout's path can have spaces.
    const given = argumentsIn(relative(ROOT, folder)).split(' ');
    await run(join(MODULES, '.bin', generator), given, { cwd: ROOT });
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    const compiler = [join(MODULES, 'typescript-5/bin/tsc'), '-p', folder, '--listFiles'];
    const { stdout } = await run(process.execPath, compiler).catch((error: { stdout: string }) => error);
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(errors).toEqual([]);
    expect(stdout).toContain(folder);
  },
  300_000,
);
