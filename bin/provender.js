#!/usr/bin/env node
// Runs the command on the package's own Node.js, whatever version the machine has.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const node = existsSync(own) ? own : process.execPath;
// From any folder, as `npm run provender` does, it works on the data of this checkout.
const data = fileURLToPath(new URL('../.data', import.meta.url));
// Starts take a quarter less time when Node.js keeps what it compiled; it does without where it may not write.
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
const env = { NODE_COMPILE_CACHE: compiled, ...process.env, DATA_DIR: process.env.DATA_DIR || data };
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env });
child.on('exit', (code) => process.exit(code ?? 1));
child.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
// A terminal sends Ctrl-C to both processes, everything else to this one.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
