/** `npm install --global` in tests of a release: the file, with packages of this checkout. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installRelease } from '../support/process/installed.ts';

const { values, positionals } = parseArgs({
  options: { global: { type: 'boolean' }, prefix: { type: 'string' } },
  allowPositionals: true,
});
const [command, file] = positionals;
if (command !== 'install' || !values.global || !values.prefix || !file)
  throw new Error(`this is no npm install --global --prefix FOLDER FILE: ${process.argv.slice(2).join(' ')}`);
installRelease(resolve(file), values.prefix);
