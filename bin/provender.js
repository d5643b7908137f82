#!/usr/bin/env node
// Runs the command on the package's own Node.js, whatever version the machine has.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src/provender.ts');
const isCheckout = existsSync(source);
const own = join(root, 'node_modules/.bin/node');
// From any folder, as `npm run provender` does, a checkout works on its own data.
const data = process.env.DATA_DIR || (isCheckout ? join(root, '.data') : '.data');
const env = { ...process.env, ...(isCheckout && { DATA_DIR: data }) };
// Starts take a quarter less time when Node.js keeps what it compiled. An installed package writes only to its data.
const compiled = join(isCheckout ? join(root, 'node_modules/.cache') : data, 'compiled');
if (isCheckout || existsSync(data)) env.NODE_COMPILE_CACHE ||= compiled;
// As under npm: a signal that this process passes on may have been sent to the service by the terminal or systemd, too.
env.npm_lifecycle_event ||= 'provender';
const program = isCheckout ? source : join(root, 'dist/joined/cli.js');
const node = existsSync(own) ? own : process.execPath;
const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
child.on('exit', (code) => process.exit(code ?? 1));
child.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
// A terminal sends Ctrl-C to both processes, everything else to this one.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
