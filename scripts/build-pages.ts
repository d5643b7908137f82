import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { builtFolder, RECEIPT_FOLDER } from '../src/pages/built-folder.ts';
import type { BuiltFile } from './build/built-file.ts';
import { docsFiles } from './build/docs.ts';
import { graphiqlFiles } from './build/graphiql.ts';
import { receiptFiles } from './build/receipt.ts';

const MIN_BYTES = 1_024;
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

/**
 * Writes the pages /docs and /graphql with everything they load, compressed in advance, and the scripts of
 * /r.
 */
async function main(): Promise<void> {
  await write(builtFolder('graphql'), await graphiqlFiles());
  await write(builtFolder('docs'), await docsFiles());
  await mkdir(RECEIPT_FOLDER, { recursive: true });
  for (const { path, content } of await receiptFiles())
    await replace(join(RECEIPT_FOLDER, path), Buffer.from(content));
}

/** The page is written last, so that it never refers to a missing file. */
async function write(folder: string, files: BuiltFile[]): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const [page, ...parts] = files;
  // Two styles may share a font.
  const distinct = new Map(parts.map((file) => [file.path, file]));
  await Promise.all([...distinct.values()].map((file) => writeWithCompressed(folder, file)));
  await writeWithCompressed(folder, page!);
  await removeOthers(join(folder, 'assets'), new Set(files.map(({ path }) => join(folder, path))));
}

async function writeWithCompressed(folder: string, { path, content }: BuiltFile): Promise<void> {
  const target = join(folder, path);
  // A name with a hash identifies the content; compressing again would take seconds.
  if (path.startsWith('assets/') && existsSync(target)) return;
  const bytes = Buffer.from(content);
  if (bytes.length >= MIN_BYTES && !/\.woff2?$/.test(path)) {
    const [br, gz] = await Promise.all([compressByBrotli(bytes), promisify(gzip)(bytes, { level: 9 })]);
    await Promise.all([replace(`${target}.br`, br), replace(`${target}.gz`, gz)]);
  }
  await replace(target, bytes);
}

function compressByBrotli(bytes: Buffer): Promise<Buffer> {
  const params = {
    // The two higher levels save a tenth, and take ten times as long.
    [BROTLI_PARAM_QUALITY]: 9,
    [BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return promisify(brotliCompress)(bytes, { params });
}

/** Replaces a file atomically, also beside another running build. */
async function replace(target: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const fresh = `${target}.${process.pid}.new`;
  await writeFile(fresh, bytes);
  await rename(fresh, target);
}

async function removeOthers(folder: string, expected: Set<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.new') && !expected.has(path.replace(/\.(br|gz)$/, '')))
      await rm(path, { force: true });
  }
}

await main();
