import { build, type Rolldown } from 'vite';
import type { BuiltFile } from './built-file.ts';
import { listPackages } from './list-packages.ts';

/** The scripts of the page of a receipt link, by the names under which `/r` serves them. */
const SCRIPTS = { 'receipt.js': 'page', 'worker.js': 'worker' };

/**
 * Returns the scripts, the style and the font that `/r` serves. Browsers of branches can be old, and have no
 * modules in workers.
 */
export async function receiptFiles(): Promise<BuiltFile[]> {
  const scripts = Object.entries(SCRIPTS).map(async ([path, name]) => ({
    path,
    content: await bundled(name),
  }));
  return [...(await Promise.all(scripts)), ...(await styleFiles())];
}

/** Returns the style, which has the colours and the font of the web page, with the files of the font. */
async function styleFiles(): Promise<BuiltFile[]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    base: '/r/',
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: 'web/receipt/receipt.css',
        // The page and its worker know these names.
        output: { assetFileNames: '[name][extname]' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output.flatMap((file) =>
    file.type === 'asset' ? [{ path: file.fileName, content: contentOf(file.source) }] : [],
  );
}

function contentOf(source: string | Uint8Array): string | Buffer {
  return typeof source === 'string' ? source : Buffer.from(source);
}

async function bundled(name: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [listPackages(`receipt-${name}`)],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: `web/receipt/${name}.ts`, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  if (output.length !== 1) throw new Error(`${name} became ${output.length} files`);
  return output[0].code;
}
