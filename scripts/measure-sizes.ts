import { SourceMap, type SourceMapPayload } from 'node:module';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { build, loadConfigFromFile, type Rolldown } from 'vite';
import { createLog } from '../src/log.ts';
import { serverFor } from '../src/mcp/server-for.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import type { Sizes } from './sizes.ts';

type Visit = Parameters<typeof serverFor>[0];

/** What the bundler adds to files: imports, names of classes, the list of files to load early. */
const BUNDLER = 'bundler';
const STYLES = 'styles';
const CONFIG = 'web/vite.config.ts';

/** Measures what has a limit, part by part. Compressed sizes would differ from one processor to another. */
export async function measureSizes(): Promise<Sizes> {
  const [page, tools] = await Promise.all([sizesOfPage(), sizesOfTools()]);
  return { ...page, tools };
}

async function sizesOfPage(): Promise<Omit<Sizes, 'tools'>> {
  const files = await builtFiles();
  const entry = Object.values(files).find((file) => file.type === 'chunk' && file.isEntry)!;
  const first = withImports(entry.fileName, files);
  const signIn: Record<string, number> = {};
  const pages: Record<string, number> = {};
  for (const file of Object.values(files)) {
    const isFirst = first.has(file.fileName);
    for (const [source, size] of Object.entries(partsOf(file))) {
      const part = isFirst ? source : source.replace(/\/.*\.tsx?$/, '');
      const parts = isFirst ? signIn : pages;
      parts[part] = (parts[part] ?? 0) + size;
    }
  }
  return { signIn: sorted(signIn), pages: sorted(pages) };
}

/** Builds the page as `npm run build:web` does, with source maps, and writes nothing. */
async function builtFiles(): Promise<Rolldown.OutputBundle> {
  const { config } = (await loadConfigFromFile({ command: 'build', mode: 'production' }, CONFIG))!;
  const plugins = config.plugins!.flat(3).filter((each) => nameOf(each) !== 'vite-plugin-compression');
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    plugins,
    build: { ...config.build, write: false, sourcemap: 'hidden' },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return Object.fromEntries(output.map((file) => [file.fileName, file]));
}

function nameOf(plugin: unknown): string | undefined {
  return (plugin as { name?: string }).name;
}

/** Returns the names of a file and of all that it imports, with their style sheets. */
function withImports(name: string, files: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const file = files[name];
  if (file?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
  for (const each of file.imports) withImports(each, files, found);
  return found;
}

/** Returns the bytes of a built file by source: a file of `web/src` or a package. Other files have none. */
function partsOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset): Record<string, number> {
  if (file.type === 'asset') {
    return file.fileName.endsWith('.css') ? { [STYLES]: Buffer.byteLength(file.source) } : {};
  }
  const parts: Record<string, number> = {};
  // The bundler's own file has no map.
  const map = file.map && new SourceMap(file.map as unknown as SourceMapPayload);
  let [row, column] = [0, 0];
  for (const character of file.code) {
    const entry = map?.findEntry(row, column);
    const source = entry && 'originalSource' in entry ? sourceOf(entry.originalSource) : BUNDLER;
    parts[source] = (parts[source] ?? 0) + Buffer.byteLength(character);
    [row, column] = character === '\n' ? [row + 1, 0] : [row, column + character.length];
  }
  return parts;
}

function sourceOf(path: string | undefined): string {
  if (!path) return BUNDLER;
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? path.replace(/^.*\/src\//, '');
}

function sorted(parts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function sizesOfTools(): Promise<Record<string, number>> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const visit = { tools: TOOLS } as Pick<Visit, 'tools'> as Visit;
  const server = serverFor(visit, createLog('silent'), 'http://127.0.0.1:3000');
  const client = new Client({ name: 'sizes', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  await client.close();
  return Object.fromEntries(tools.map((tool) => [tool.name, JSON.stringify(tool).length]));
}
