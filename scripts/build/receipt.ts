import { build, type Rolldown } from 'vite';
import type { BuiltFile } from './built-file.ts';
import { listPackages } from './list-packages.ts';

/** The scripts of the page of a receipt link, by the names under which `/r` serves them. */
const SCRIPTS = { 'receipt.js': 'page', 'worker.js': 'worker' };

/** Returns the scripts that `/r` serves. Browsers of branches can be old, and have no modules in workers. */
export async function receiptFiles(): Promise<BuiltFile[]> {
  const files = Object.entries(SCRIPTS).map(async ([path, name]) => ({ path, content: await bundled(name) }));
  return Promise.all(files);
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
